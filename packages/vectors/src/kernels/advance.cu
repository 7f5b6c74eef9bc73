// x <- x + a * p, p <- r + b * p.
#include "sweep.cuh"

template <typename V> class Advance {
public:
  template <int N> struct Loaded {
    Pack<V, N> p, x, r;
  };

  __device__ __forceinline__ Advance(V* p, const V* a, V* x, const V* r, const V* b)
      : p_(p), x_(x), r_(afterEarlier(r).address), a_(afterEarlier(a)[0]), b_(afterEarlier(b)[0]) {}

  template <int N> __device__ __forceinline__ Loaded<N> load(int i) const {
    Loaded<N> loaded = {};
    loadPack(loaded.p, p_ + i);
    if (a_ != V(0)) loadPack(loaded.x, x_ + i);
    loadPack(loaded.r, r_ + i);
    return loaded;
  }

  template <int N> __device__ __forceinline__ void finish(int i, Loaded<N> loaded) const {
    if (a_ != V(0)) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.x.v[k] += a_ * loaded.p.v[k];
      storePack(x_ + i, loaded.x);
    }
    if (b_ != V(0)) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.r.v[k] += b_ * loaded.p.v[k];
    }
    storePack(p_ + i, loaded.r);
  }

private:
  V *p_, *x_;
  const V* r_;
  V a_, b_;
};

#define ADVANCE(V, SUFFIX) \
  extern "C" __global__ void advance_##SUFFIX(V* p, const V* a, V* x, const V* r, const V* b, int n) { \
    letNextBegin(); \
    Advance<V> element(p, a, x, r, b); \
    sweep<V>(element, n); \
  }
ADVANCE(double, f64)
ADVANCE(float, f32)
