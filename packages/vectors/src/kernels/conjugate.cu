// x <- x + (a / c) * p, p <- r + (b / a) * p, d o r in place of r where it is scaled.
#include "safe.cuh"
#include "sweep.cuh"

template <typename V, bool SCALED> class Conjugate {
public:
  template <int N> struct Loaded {
    Pack<V, N> p, x, r, d;
  };

  __device__ __forceinline__ Conjugate(V* p, const V* a, const V* c, const V* b, V* x, const V* r, const V* d)
      : p_(p), x_(x), r_(afterEarlier(r).address), d_(d) {
    const V before = afterEarlier(a)[0], curvature = afterEarlier(c)[0], now = afterEarlier(b)[0];
    step_ = safe<V>(before / curvature);
    share_ = safe<V>(now / before);
  }

  template <int N> __device__ __forceinline__ Loaded<N> load(int i) const {
    Loaded<N> loaded = {};
    loadPack(loaded.p, p_ + i);
    if (step_ != V(0)) loadPack(loaded.x, x_ + i);
    loadPack(loaded.r, r_ + i);
    if (SCALED) loadPack(loaded.d, d_ + i);
    return loaded;
  }

  template <int N> __device__ __forceinline__ void finish(int i, Loaded<N> loaded) const {
    if (step_ != V(0)) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.x.v[k] += step_ * loaded.p.v[k];
      storePack(x_ + i, loaded.x);
    }
    if (SCALED) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.r.v[k] *= loaded.d.v[k];
    }
    if (share_ != V(0)) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.r.v[k] += share_ * loaded.p.v[k];
    }
    storePack(p_ + i, loaded.r);
  }

private:
  V *p_, *x_;
  const V *r_, *d_;
  V step_, share_;
};

#define CONJUGATE(V, SUFFIX) \
  extern "C" __global__ void conjugate_plain_##SUFFIX(V* p, const V* a, const V* c, const V* b, V* x, const V* r, \
                                                      int n) { \
    letNextBegin(); \
    Conjugate<V, false> element(p, a, c, b, x, r, nullptr); \
    sweep<V>(element, n); \
  } \
  extern "C" __global__ void conjugate_scaled_##SUFFIX(V* p, const V* a, const V* c, const V* b, V* x, const V* r, \
                                                       const V* d, int n) { \
    letNextBegin(); \
    Conjugate<V, true> element(p, a, c, b, x, r, d); \
    sweep<V>(element, n); \
  }
CONJUGATE(double, f64)
CONJUGATE(float, f32)
