// Y <- alpha A^T X + beta Y for A stored by rows, added to Y atomically, so in another order each time: after Y is
// scaled, groups of lanes take equal shares of the entries as they are stored, whatever the rows, and find the row of
// the first by searching. No index, no shared memory, two launches.
// also complex
#include "spmm.cuh"

/** The row of entry k, by a whole warp: 32 rows are looked at at once. */
__device__ __forceinline__ int rowOfWarp(const int* rowStart, int rows, int k) {
  const int lane = threadIdx.x % kWarp;
  int low = 0, size = rows;
  while (size > 1) {
    const int part = (size - 1) / kWarp + 1;
    const long long probe = static_cast<long long>(lane) * part;
    const bool before = probe < size && rowStart[low + probe] <= k;
    // The first is always before.
    const int last = kWarp - 1 - __clz(__ballot_sync(kAllLanes, before));
    low += last * part;
    size = min(part, size - last * part);
  }
  return low;
}

/** The row of entry k, which is no earlier than `row`: in steps twice as long each time, then back in halves. */
__device__ __forceinline__ int rowFrom(const int* rowStart, int rows, int row, int k) {
  const auto isBefore = [&](unsigned step) {
    return step < static_cast<unsigned>(rows - row) && rowStart[row + step] <= k;
  };
  unsigned step = 1;
  while (isBefore(step)) {
    row += step;
    step *= 2;
  }
  while (step > 1) {
    step /= 2;
    if (isBefore(step)) row += step;
  }
  return row;
}

/** Adds a pack to Y: at once where it is whole and the device can. */
template <typename T, int V>
__device__ __forceinline__ void addToY(T* to, long long step, const Pack<T, V>& pack, T factor, int count, bool whole) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  if constexpr (sizeof(T) == 4 && V == 4) {
    if (whole) {
      atomicAdd(reinterpret_cast<float4*>(to),
                make_float4(factor * pack.at[0], factor * pack.at[1], factor * pack.at[2], factor * pack.at[3]));
      return;
    }
  }
  if constexpr (sizeof(T) == 4 && V == 2) {
    if (whole) {
      atomicAdd(reinterpret_cast<float2*>(to), make_float2(factor * pack.at[0], factor * pack.at[1]));
      return;
    }
  }
#endif
#pragma unroll
  for (int v = 0; v < V; v++)
    if (v < count) atomicAdd(to + v * step, factor * pack.at[v]);
}

template <typename T, int V>
__device__ __forceinline__ void scatter(const int* rowStart, const int* colIndex, const T* values, const T* x, T* y,
                                        T alpha, long long xRow, long long xCol, long long yRow, long long yCol,
                                        int rows, int entries, int vectors, int lanesLog, int share) {
  const Steps steps = {xRow, xCol, yRow, yCol};
  launchDependents();
  const int lanes = 1 << lanesLog, lane = threadIdx.x & (lanes - 1);
  const long long group = static_cast<long long>(blockIdx.x) * (blockDim.x >> lanesLog) + (threadIdx.x >> lanesLog);
  const long long begin = group * share;
  const long long warpBegin = __shfl_sync(kAllLanes, begin, 0);
  if (warpBegin >= entries) return;
  const int warpRow = rowOfWarp(rowStart, rows, static_cast<int>(warpBegin));
  if (begin >= entries) return;
  const int end = static_cast<int>(min(begin + share, static_cast<long long>(entries)));
  const int first = blockIdx.y * lanes * V + lane * V;
  const int count = min(V, vectors - first);
  if (count <= 0) return;
  const bool whole = steps.yCol == 1 && steps.yRow % V == 0 && vectors % V == 0;
  const T* const from = waitForPrevious(x).address + first * steps.xCol;
  T* const to = y + first * steps.yCol;
  int row = warpRow;
  for (int k = static_cast<int>(begin); k < end;) {
    row = rowFrom(rowStart, rows, row, k);
    const int rowEnd = min(end, rowStart[row + 1]);
    Pack<T, V> own = loadPack(reinterpret_cast<const Pack<T, V>*>(from + row * steps.xRow), true);
#pragma unroll
    for (int v = 0; v < V; v++) own.at[v] = scaled(alpha, own.at[v]);
#pragma unroll 4
    for (; k < rowEnd; k++)
      addToY(to + stream(colIndex + k) * steps.yRow, steps.yCol, own, stream(values + k), count, whole);
  }
}

/** Y <- beta Y; neighbouring threads have neighbouring elements, `inner` of them in a line. */
template <typename T>
__device__ __forceinline__ void scaleY(T* y, T beta, int inner, int outer, long long innerStep, long long outerStep) {
  launchDependents();
  T* const to = const_cast<T*>(waitForPrevious<T>(y).address);
  const long long element = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long line = element / inner;
  if (line >= outer) return;
  T& one = to[(element - line * inner) * innerStep + line * outerStep];
  one = beta == T(0) ? T(0) : scaled(beta, one);
}

BOUNDED_ENTRIES((kMostThreads, 1), spmm_scatter_v1, 15, scatter<V, 1>)
PACKED_ENTRIES((kMostThreads, 1), spmm_scatter_v2, 15, scatter<V, 2>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_scatter_v4, f32, 15, scatter<V, 4>)
ENTRIES(spmm_scale, 6, scaleY<V>)
