// x <- x + a * p, p <- r + b * p.
#include "direction.cuh"

#define ADVANCE(V, SUFFIX) \
  extern "C" __global__ void advance_##SUFFIX(V* p, const V* a, V* x, const V* r, const V* b, int n) { \
    letNextBegin(); \
    const V* const residual = afterEarlier(r).address; \
    const V step = afterEarlier(a)[0], share = afterEarlier(b)[0]; \
    Direction<V, false> element(p, x, residual, nullptr, step, share); \
    sweep<V>(element, n); \
  }
ADVANCE(double, f64)
ADVANCE(float, f32)
