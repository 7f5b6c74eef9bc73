// Sums of x * z and x * x.
#include "sweep.cuh"

template <typename V, bool DOT, bool NORM> class Dots : public KeptSums<V, DOT, NORM> {
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
  extern "C" __global__ void dots_dot_##SUFFIX(const V* x, const V* z, V* sums, int n) { \
    letNextBegin(); \
    Dots<V, true, false> element(x, z); \
    sweep<V>(element, n); \
    element.leave(sums); \
  } \
  extern "C" __global__ void dots_norm_##SUFFIX(const V* x, V* sums, int n) { \
    letNextBegin(); \
    Dots<V, false, true> element(x, nullptr); \
    sweep<V>(element, n); \
    element.leave(sums); \
  } \
  extern "C" __global__ void dots_dot_norm_##SUFFIX(const V* x, const V* z, V* sums, int n) { \
    letNextBegin(); \
    Dots<V, true, true> element(x, z); \
    sweep<V>(element, n); \
    element.leave(sums); \
  }
DOTS(double, f64)
DOTS(float, f32)
VECTORS_TOTALS
