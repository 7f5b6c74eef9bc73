// Arithmetic of numbers in device memory, by one thread.
#include "overlap.cuh"
#include "safe.cuh"

template <typename V> __device__ __forceinline__ V hypotOf(V a, V b) {
  const V first = fabs(a), second = fabs(b);
  // Which one is larger says nothing where one is NaN.
  if (!isfinite(first) || !isfinite(second)) return first * first + second * second;
  const V most = first < second ? second : first, least = first < second ? first : second;
  if (most == V(0)) return V(0);
  const V share = least / most;
  return most * sqrt(V(1) + share * share);
}

#define FIRST \
  letNextBegin(); \
  const V first = afterEarlier(a)[0]
#define SECOND const V second = afterEarlier(b)[0]

#define SCALAR(TYPE, SUFFIX) \
  extern "C" __global__ void scalar_quotient_##SUFFIX(const TYPE* a, const TYPE* b, TYPE* s, TYPE delta) { \
    using V = TYPE; \
    FIRST; \
    SECOND; \
    *s = safe<V>(delta * (first / second)); \
  } \
  extern "C" __global__ void scalar_product_##SUFFIX(const TYPE* a, const TYPE* b, TYPE* s, TYPE delta) { \
    using V = TYPE; \
    FIRST; \
    SECOND; \
    *s = delta * (first * second); \
  } \
  extern "C" __global__ void scalar_sum_##SUFFIX(const TYPE* a, const TYPE* b, TYPE* s, TYPE alpha, TYPE beta) { \
    using V = TYPE; \
    FIRST; \
    SECOND; \
    const V sum = alpha == V(0) ? V(0) : alpha * first; \
    *s = beta == V(0) ? sum : sum + beta * second; \
  } \
  extern "C" __global__ void scalar_root_##SUFFIX(const TYPE* a, TYPE* s, TYPE delta) { \
    using V = TYPE; \
    FIRST; \
    *s = safe<V>(delta * sqrt(first)); \
  } \
  extern "C" __global__ void scalar_ratio_##SUFFIX(const TYPE* a, const TYPE* b, const TYPE* c, const TYPE* d, \
                                                   TYPE* s, TYPE delta) { \
    using V = TYPE; \
    FIRST; \
    SECOND; \
    const V third = afterEarlier(c)[0], fourth = afterEarlier(d)[0]; \
    *s = safe<V>(delta * ((first / third) * (second / fourth))); \
  } \
  extern "C" __global__ void scalar_hypot_##SUFFIX(const TYPE* a, const TYPE* b, TYPE* s) { \
    using V = TYPE; \
    FIRST; \
    SECOND; \
    *s = hypotOf<V>(first, second); \
  } \
  extern "C" __global__ void scalar_copy_##SUFFIX(const TYPE* a, TYPE* s) { \
    using V = TYPE; \
    FIRST; \
    *s = first; \
  }
SCALAR(double, f64)
SCALAR(float, f32)
