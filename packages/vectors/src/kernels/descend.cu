// r <- r - (a / c) * q, and the sums of r * r and of r * (d o r).
#include "safe.cuh"
#include "sweep.cuh"

template <typename V, bool SCALED> class Descend : public PackSums<V, SCALED, true> {
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
  extern "C" __global__ void FULL descend_plain_##SUFFIX(const V* q, const V* a, const V* c, V* r, V* sums, V* t, \
                                                         int n, int ahead) { \
    if (addsUp<1>()) return addUp<1>(sums, t); \
    letNextBegin(); \
    if (ahead) askAhead(r, n, summedBlocks<1>()); \
    Descend<V, false> element(q, a, c, r, nullptr); \
    sweepAndSum(element, n, sums); \
  } \
  extern "C" __global__ void FULL descend_scaled_##SUFFIX(const V* q, const V* a, const V* c, V* r, const V* d, \
                                                          V* sums, V* s, V* t, int n, int ahead) { \
    if (addsUp<2>()) return addUp<2>(sums, s, t); \
    letNextBegin(); \
    if (ahead) askAhead(r, n, summedBlocks<2>()), askAhead(d, n, summedBlocks<2>()); \
    Descend<V, true> element(q, a, c, r, d); \
    sweepAndSum(element, n, sums); \
  }
DESCEND(double, f64)
DESCEND(float, f32)
