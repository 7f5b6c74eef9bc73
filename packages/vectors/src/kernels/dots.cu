// Sums of x * z and x * x.
#include "sweep.cuh"

template <typename V, bool DOT, bool NORM> class Dots : public PackSums<V, DOT, NORM> {
public:
  template <int N> struct Loaded {
    Pack<V, N> x, z;
  };

  __device__ __forceinline__ Dots(const V* x, const V* z) : x_(afterEarlier(x).address), z_(z) {}

  template <int N> __device__ __forceinline__ Loaded<N> load(int i) const {
    Loaded<N> loaded;
    loadPack(loaded.x, x_ + i);
    if (DOT) loadPack(loaded.z, z_ + i);
    return loaded;
  }

  template <int N> __device__ __forceinline__ void finish(int, const Loaded<N>& loaded) {
    if (DOT) this->addDot(loaded.x, loaded.z);
    if (NORM) this->addNorm(loaded.x);
  }

private:
  const V *x_, *z_;
};

#define DOTS(V, SUFFIX) \
  extern "C" __global__ void FULL dots_dot_##SUFFIX(const V* x, const V* z, V* sums, V* s, int n) { \
    if (addsUp<1>()) return addUp<1>(sums, s); \
    letNextBegin(); \
    Dots<V, true, false> element(x, z); \
    sweepAndSum(element, n, sums); \
  } \
  extern "C" __global__ void FULL dots_norm_##SUFFIX(const V* x, V* sums, V* t, int n) { \
    if (addsUp<1>()) return addUp<1>(sums, t); \
    letNextBegin(); \
    Dots<V, false, true> element(x, nullptr); \
    sweepAndSum(element, n, sums); \
  } \
  extern "C" __global__ void FULL dots_dot_norm_##SUFFIX(const V* x, const V* z, V* sums, V* s, V* t, int n) { \
    if (addsUp<2>()) return addUp<2>(sums, s, t); \
    letNextBegin(); \
    Dots<V, true, true> element(x, z); \
    sweepAndSum(element, n, sums); \
  }
DOTS(double, f64)
DOTS(float, f32)
