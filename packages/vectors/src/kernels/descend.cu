// r <- r - (a / c) * q, and the sums of r * r and of r * (d o r).
#include "safe.cuh"
#include "sweep.cuh"

template <typename V, bool SCALED> class Descend : public KeptSums<V, SCALED, true> {
public:
  template <int N> struct Loaded {
    Pack<V, N> q, r, d;
  };

  __device__ __forceinline__ Descend(const V* q, const V* a, const V* c, V* r, const V* d)
      : q_(afterEarlier(q).address), r_(r), d_(d), step_(safe<V>(afterEarlier(a)[0] / afterEarlier(c)[0])) {}

  template <int N> __device__ __forceinline__ Loaded<N> load(int i) const {
    Loaded<N> loaded = {};
    if (step_ != V(0)) loadPack(loaded.q, q_ + i);
    loadPack(loaded.r, r_ + i);
    if (SCALED) loadPack(loaded.d, d_ + i);
    return loaded;
  }

  template <int N> __device__ __forceinline__ void finish(int i, Loaded<N> loaded) {
    if (step_ != V(0)) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.r.v[k] -= step_ * loaded.q.v[k];
      storePack(r_ + i, loaded.r);
    }
    if (SCALED) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.d.v[k] *= loaded.r.v[k];
      this->addDot(loaded.r, loaded.d);
    }
    this->addNorm(loaded.r);
  }

private:
  const V* q_;
  V* r_;
  const V* d_;
  V step_;
};

#define DESCEND(V, SUFFIX) \
  extern "C" __global__ void descend_plain_##SUFFIX(const V* q, const V* a, const V* c, V* r, V* sums, int n) { \
    letNextBegin(); \
    Descend<V, false> element(q, a, c, r, nullptr); \
    sweep<V>(element, n); \
    element.leave(sums); \
  } \
  extern "C" __global__ void descend_scaled_##SUFFIX(const V* q, const V* a, const V* c, V* r, const V* d, V* sums, \
                                                     int n) { \
    letNextBegin(); \
    Descend<V, true> element(q, a, c, r, d); \
    sweep<V>(element, n); \
    element.leave(sums); \
  }
DESCEND(double, f64)
DESCEND(float, f32)
VECTORS_TOTALS
