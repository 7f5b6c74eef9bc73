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
/** Packs of each vector that a thread loads at once. */
constexpr int kPacksAtOnce = 2;

/**
 * All n elements by the grid. `element.load<N>(i)` gives what the N elements from i on are computed of, and
 * `element.finish(i, loaded)` computes and stores them.
 */
template <typename V, typename Element> __device__ __forceinline__ void sweep(Element& element, int n) {
  constexpr int N = kPack<V>;
  const int packs = n / N;
  const int stride = static_cast<int>(gridDim.x * blockDim.x);
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

/** Sums that a thread keeps of its elements, and how they are left for the second launch. */
template <typename V, bool DOT, bool NORM> class KeptSums {
public:
  template <int N> __device__ __forceinline__ void addDot(const Pack<V, N>& a, const Pack<V, N>& b) {
#pragma unroll
    for (int k = 0; k < N; k++) dot_ += a.v[k] * b.v[k];
  }
  template <int N> __device__ __forceinline__ void addNorm(const Pack<V, N>& a) {
#pragma unroll
    for (int k = 0; k < N; k++) norm_ += a.v[k] * a.v[k];
  }
  /** By all threads of the block. */
  __device__ __forceinline__ void leave(V* sums) {
    __shared__ V scratch[kWarp];
    V* const own = sums + static_cast<size_t>(blockIdx.x) * (DOT + NORM);
    if (DOT) putBlock(own, dot_, scratch);
    if (NORM) putBlock(own + DOT, norm_, scratch);
  }

private:
  V dot_ = 0, norm_ = 0;
};

#define VECTORS_TOTAL(V, SUFFIX) \
  extern "C" __global__ void total_##SUFFIX(const V* sums, V* s, int blocks) { \
    letNextBegin(); \
    addBlocks<1>(afterEarlier(sums), blocks, {s}); \
  } \
  extern "C" __global__ void total_both_##SUFFIX(const V* sums, V* s, V* t, int blocks) { \
    letNextBegin(); \
    addBlocks<2>(afterEarlier(sums), blocks, {s, t}); \
  }
#define VECTORS_TOTALS \
  VECTORS_TOTAL(double, f64) \
  VECTORS_TOTAL(float, f32)
