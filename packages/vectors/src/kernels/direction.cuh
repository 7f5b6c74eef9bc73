// x <- x + step * p, p <- r + share * p, d o r in place of r where it is scaled; p is not seen where its factor is 0.
#pragma once

#include "sweep.cuh"

template <typename V, bool SCALED> class Direction {
public:
  template <int N> struct Loaded {
    Pack<V, N> p, x, r, d;
  };

  /** `r` is what `afterEarlier` gave. */
  __device__ __forceinline__ Direction(V* p, V* x, const V* r, const V* d, V step, V share)
      : p_(p), x_(x), r_(r), d_(d), step_(step), share_(share) {}

  template <int N> __device__ __forceinline__ Loaded<N> load(int i) const {
    Loaded<N> loaded = {};
    loadPack(loaded.p, p_ + i);
    if (step_ != V(0)) loadPack(loaded.x, x_ + i);
    loadPack(loaded.r, r_ + i);
    if (SCALED) loadPack(loaded.d, d_ + i);
    return loaded;
  }

  template <int N> __device__ __forceinline__ void finish(int i, Loaded<N> loaded) const {
    if (step_ != V(0)) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.x.v[k] += step_ * loaded.p.v[k];
      storePack(x_ + i, loaded.x);
    }
    if (SCALED) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.r.v[k] *= loaded.d.v[k];
    }
    if (share_ != V(0)) {
#pragma unroll
      for (int k = 0; k < N; k++) loaded.r.v[k] += share_ * loaded.p.v[k];
    }
    storePack(p_ + i, loaded.r);
  }

private:
  V *p_, *x_;
  const V *r_, *d_;
  V step_, share_;
};
