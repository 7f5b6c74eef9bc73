// Arithmetic of numbers in device memory, by one thread.
// also complex
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

/** Of two complex numbers: of what their parts have. */
template <typename R> __device__ __forceinline__ Complex<R> hypotOf(Complex<R> a, Complex<R> b) {
  return hypotOf(hypotOf(a.re, a.im), hypotOf(b.re, b.im));
}

template <typename V> __device__ __forceinline__ V sumOf(V alpha, V a, V beta, V b) {
  const V sum = alpha == V(0) ? V(0) : scaled(alpha, a);
  return beta == V(0) ? sum : sum + scaled(beta, b);
}

template <typename V> __device__ __forceinline__ V at(const V* number) { return waitForPrevious(number)[0]; }

template <typename V> __device__ __forceinline__ void quotientForm(const V* a, const V* b, V* s, V delta) {
  launchDependents();
  *s = safe(scaled(delta, at(a) / at(b)));
}
ENTRIES(scalar_quotient, 4, quotientForm<V>)
template <typename V> __device__ __forceinline__ void productForm(const V* a, const V* b, V* s, V delta) {
  launchDependents();
  *s = scaled(delta, at(a) * at(b));
}
ENTRIES(scalar_product, 4, productForm<V>)
template <typename V> __device__ __forceinline__ void sumForm(const V* a, const V* b, V* s, V alpha, V beta) {
  launchDependents();
  *s = sumOf<V>(alpha, at(a), beta, at(b));
}
ENTRIES(scalar_sum, 5, sumForm<V>)
template <typename V> __device__ __forceinline__ void rootForm(const V* a, V* s, V delta) {
  launchDependents();
  *s = safe(scaled(delta, V(sqrt(realPart(at(a))))));
}
ENTRIES(scalar_root, 3, rootForm<V>)
template <typename V>
__device__ __forceinline__ void ratioForm(const V* a, const V* b, const V* c, const V* d, V* s, V delta) {
  launchDependents();
  *s = safe(scaled(delta, (at(a) / at(c)) * (at(b) / at(d))));
}
ENTRIES(scalar_ratio, 6, ratioForm<V>)
template <typename V> __device__ __forceinline__ void hypotForm(const V* a, const V* b, V* s) {
  launchDependents();
  *s = hypotOf(at(a), at(b));
}
ENTRIES(scalar_hypot, 3, hypotForm<V>)
template <typename V> __device__ __forceinline__ void conjugateForm(const V* a, V* s, V delta) {
  launchDependents();
  *s = scaled(delta, conjugated(at(a)));
}
ENTRIES(scalar_conjugate, 3, conjugateForm<V>)
template <typename V> __device__ __forceinline__ void copyForm(const V* a, V* s) {
  launchDependents();
  *s = at(a);
}
ENTRIES(scalar_copy, 2, copyForm<V>)
