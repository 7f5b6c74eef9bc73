// A pass over vectors: threads take 16 bytes of each at a time, two of them in flight, in steps of the whole grid. What
// is loaded and stored stays in the order that it is written in, so that a vector may be updated in place.
#pragma once

#include "block-sums.cuh"

/** N neighbouring elements: as many as 16 bytes hold, or one. */
template <typename V, int N> struct Pack {
  V v[N];
};

__device__ __forceinline__ void loadPack(Pack<double, 2>& pack, const double* from) {
  asm volatile("ld.global.v2.f64 {%0, %1}, [%2];" : "=d"(pack.v[0]), "=d"(pack.v[1]) : "l"(from));
}
__device__ __forceinline__ void loadPack(Pack<float, 4>& pack, const float* from) {
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(pack.v[0]), "=f"(pack.v[1]), "=f"(pack.v[2]), "=f"(pack.v[3])
               : "l"(from));
}
__device__ __forceinline__ void loadPack(Pack<double, 1>& pack, const double* from) {
  asm volatile("ld.global.f64 %0, [%1];" : "=d"(pack.v[0]) : "l"(from));
}
__device__ __forceinline__ void loadPack(Pack<float, 1>& pack, const float* from) {
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(pack.v[0]) : "l"(from));
}
__device__ __forceinline__ void storePack(double* to, const Pack<double, 2>& pack) {
  asm volatile("st.global.v2.f64 [%0], {%1, %2};" ::"l"(to), "d"(pack.v[0]), "d"(pack.v[1]) : "memory");
}
__device__ __forceinline__ void storePack(float* to, const Pack<float, 4>& pack) {
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(pack.v[0]), "f"(pack.v[1]), "f"(pack.v[2]),
               "f"(pack.v[3])
               : "memory");
}
__device__ __forceinline__ void storePack(double* to, const Pack<double, 1>& pack) {
  asm volatile("st.global.f64 [%0], %1;" ::"l"(to), "d"(pack.v[0]) : "memory");
}
__device__ __forceinline__ void storePack(float* to, const Pack<float, 1>& pack) {
  asm volatile("st.global.f32 [%0], %1;" ::"l"(to), "f"(pack.v[0]) : "memory");
}

/** Elements of V that 16 bytes hold. */
template <typename V> constexpr int kPack = 16 / static_cast<int>(sizeof(V));
// No more registers than leave a multiprocessor all of its threads: what few blocks do would take more.
#if SPMV_OVERLAPS
#define FULL __launch_bounds__(1024, 2)
#else
#define FULL
#endif

/** Packs of each vector that a thread loads at once. */
constexpr int kPacksAtOnce = 2;

/**
 * All n elements by `blocks` blocks. `element.load<N>(i)` gives what the N elements from i on are computed of, and
 * `element.finish(i, loaded)` computes and stores them.
 */
template <typename V, typename Element> __device__ __forceinline__ void sweep(Element& element, int n, int blocks) {
  constexpr int N = kPack<V>;
  const int packs = n / N;
  const int stride = blocks * static_cast<int>(blockDim.x);
  const int own = static_cast<int>(globalThread());
  int p = own;
  for (; p < packs - (kPacksAtOnce - 1) * stride; p += kPacksAtOnce * stride) {
    typename Element::template Loaded<N> loaded[kPacksAtOnce];
#pragma unroll
    for (int u = 0; u < kPacksAtOnce; u++) loaded[u] = element.template load<N>((p + u * stride) * N);
#pragma unroll
    for (int u = 0; u < kPacksAtOnce; u++) element.finish((p + u * stride) * N, loaded[u]);
  }
  for (; p < packs; p += stride) element.finish(p * N, element.template load<N>(p * N));
  if (own < n - packs * N) element.finish(packs * N + own, element.template load<1>(packs * N + own));
}

/** The same by all blocks of the grid. */
template <typename V, typename Element> __device__ __forceinline__ void sweep(Element& element, int n) {
  sweep<V>(element, n, static_cast<int>(gridDim.x));
}

/** The same, leaving sums over the elements: by the blocks that do not add up. */
template <typename V, typename Element> __device__ __forceinline__ void sweepAndSum(Element& element, int n, V* slots) {
  sweep<V>(element, n, summedBlocks<Element::kSums>());
  element.leave(slots);
}

/**
 * Asks for what this thread of `blocks` blocks takes first of a vector: into the second cache, which all see, so that
 * it may be done before earlier kernels have ended. One thread asks for what its neighbours take of the same line.
 */
template <typename V> __device__ __forceinline__ void askAhead(const V* vector, int n, int blocks) {
  constexpr int kThreadsOfLine = 128 / (kPack<V> * sizeof(V));
  const int own = static_cast<int>(globalThread());
  if (own % kThreadsOfLine != 0) return;
#pragma unroll
  for (int u = 0; u < kPacksAtOnce; u++) {
    const int first = (own + u * blocks * static_cast<int>(blockDim.x)) * kPack<V>;
    if (first < n) asm volatile("prefetch.global.L2 [%0];" ::"l"(vector + first));
  }
}

/** What KeptSums adds up, over packs. */
template <typename V, bool DOT, bool NORM> class PackSums : public KeptSums<V, DOT, NORM> {
public:
  template <int N> __device__ __forceinline__ void addDot(const Pack<V, N>& a, const Pack<V, N>& b) {
#pragma unroll
    for (int k = 0; k < N; k++) KeptSums<V, DOT, NORM>::addDot(a.v[k], b.v[k]);
  }
  template <int N> __device__ __forceinline__ void addNorm(const Pack<V, N>& a) {
#pragma unroll
    for (int k = 0; k < N; k++) KeptSums<V, DOT, NORM>::addNorm(a.v[k]);
  }
};
