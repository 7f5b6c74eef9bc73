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

template <typename V> __device__ __forceinline__ V sumOf(V alpha, V a, V beta, V b) {
  const V sum = alpha == V(0) ? V(0) : alpha * a;
  return beta == V(0) ? sum : sum + beta * b;
}

#define AT(NUMBER) afterEarlier(NUMBER)[0]
#define FORM(NAME, SUFFIX, PARAMETERS, VALUE) \
  extern "C" __global__ void scalar_##NAME##_##SUFFIX PARAMETERS { \
    letNextBegin(); \
    *s = VALUE; \
  }
#define FORMS(V, SUFFIX) \
  FORM(quotient, SUFFIX, (const V* a, const V* b, V* s, V delta), safe<V>(delta * (AT(a) / AT(b)))) \
  FORM(product, SUFFIX, (const V* a, const V* b, V* s, V delta), delta*(AT(a) * AT(b))) \
  FORM(sum, SUFFIX, (const V* a, const V* b, V* s, V alpha, V beta), sumOf<V>(alpha, AT(a), beta, AT(b))) \
  FORM(root, SUFFIX, (const V* a, V* s, V delta), safe<V>(delta * sqrt(AT(a)))) \
  FORM(ratio, SUFFIX, (const V* a, const V* b, const V* c, const V* d, V* s, V delta), \
       safe<V>(delta * ((AT(a) / AT(c)) * (AT(b) / AT(d))))) \
  FORM(hypot, SUFFIX, (const V* a, const V* b, V* s), hypotOf<V>(AT(a), AT(b))) \
  FORM(copy, SUFFIX, (const V* a, V* s), AT(a))
FORMS(double, f64)
FORMS(float, f32)
