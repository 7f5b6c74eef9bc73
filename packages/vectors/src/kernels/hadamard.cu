// y <- d o x, and the sum of y * x.
#include "sweep.cuh"

template <typename V, bool DOT> class Hadamard : public KeptSums<V, DOT, false> {
public:
  template <int N> struct Loaded {
    Pack<V, N> d, x;
  };

  __device__ __forceinline__ Hadamard(const V* d, const V* x, V* y)
      : d_(afterEarlier(d).address), x_(afterEarlier(x).address), y_(y) {}

  template <int N> __device__ __forceinline__ Loaded<N> load(int i) const {
    Loaded<N> loaded;
    loadPack(loaded.d, d_ + i);
    loadPack(loaded.x, x_ + i);
    return loaded;
  }

  template <int N> __device__ __forceinline__ void finish(int i, const Loaded<N>& loaded) {
    Pack<V, N> result;
#pragma unroll
    for (int k = 0; k < N; k++) result.v[k] = loaded.d.v[k] * loaded.x.v[k];
    storePack(y_ + i, result);
    if (DOT) this->addDot(result, loaded.x);
  }

private:
  const V *d_, *x_;
  V* y_;
};

#define HADAMARD(V, SUFFIX) \
  extern "C" __global__ void hadamard_none_##SUFFIX(const V* d, const V* x, V* y, int n) { \
    letNextBegin(); \
    Hadamard<V, false> element(d, x, y); \
    sweep<V>(element, n); \
  } \
  extern "C" __global__ void hadamard_dot_##SUFFIX(const V* d, const V* x, V* y, V* sums, int n) { \
    letNextBegin(); \
    Hadamard<V, true> element(d, x, y); \
    sweep<V>(element, n); \
    element.leave(sums); \
  }
HADAMARD(double, f64)
HADAMARD(float, f32)
VECTORS_TOTALS
