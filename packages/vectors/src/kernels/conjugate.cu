// x <- x + (a / c) * p, p <- r + (b / a) * p, d o r in place of r where it is scaled.
#include "direction.cuh"
#include "safe.cuh"

template <typename V, bool SCALED>
__device__ __forceinline__ void conjugate(V* p, const V* a, const V* c, const V* b, V* x, const V* r, const V* d,
                                          int n) {
  letNextBegin();
  const V* const residual = afterEarlier(r).address;
  const V before = afterEarlier(a)[0], curvature = afterEarlier(c)[0], now = afterEarlier(b)[0];
  Direction<V, SCALED> element(p, x, residual, d, safe<V>(before / curvature), safe<V>(now / before));
  sweep<V>(element, n);
}

#define CONJUGATE(V, SUFFIX) \
  extern "C" __global__ void conjugate_plain_##SUFFIX(V* p, const V* a, const V* c, const V* b, V* x, const V* r, \
                                                      int n) { \
    conjugate<V, false>(p, a, c, b, x, r, nullptr, n); \
  } \
  extern "C" __global__ void conjugate_scaled_##SUFFIX(V* p, const V* a, const V* c, const V* b, V* x, const V* r, \
                                                       const V* d, int n) { \
    conjugate<V, true>(p, a, c, b, x, r, d, n); \
  }
CONJUGATE(double, f64)
CONJUGATE(float, f32)
