// CSR in tiles of a warp, at most `capacity` entries and 32 rows, which go through shared memory of the warp's own.
// Groups of lanes, each with some columns of X, have a row at a time, or several share one where that takes fewer
// steps. A row above `capacity` entries has several tiles, whose sums are joined as split-row.cuh says. One launch, no
// barrier, no atomic addition.
// also complex
#include "spmm-rows.cuh"
#include "spmm.cuh"
#include "spmm-parts.cuh"
#include "whole-rows.cuh"

/** The most over a warp, in every lane. */
__device__ __forceinline__ int mostOf(int value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync(kAllLanes, value);
#else
  for (int offset = kWarp / 2; offset > 0; offset /= 2) value = max(value, __shfl_xor_sync(kAllLanes, value, offset));
  return value;
#endif
}

/** How many of 2^groupsLog groups share a row, as a logarithm: as takes the fewest steps of kAtOnce entries, where the
 * sum over the shares of a row counts as one more. */
__device__ __forceinline__ int sharesLogOf(int rows, int longest, int groupsLog) {
  int best = 0, fewest = 0x7fffffff;
  for (int log = 0; log <= groupsLog; log++) {
    const int rounds = ((rows << log) + (1 << groupsLog) - 1) >> groupsLog;
    const int steps = rounds * ((longest + (kAtOnce << log) - 1) / (kAtOnce << log) + (log > 0));
    if (steps < fewest) {
      best = log;
      fewest = steps;
    }
  }
  return best;
}

/** Adds entries `first`, `first` + `step`, … below `end` of those in shared memory. */
template <typename T, int V, int M>
__device__ __forceinline__ void addShare(Pack<T, V> (&sum)[M], const Columns<T, V, M>& own, const int* columns,
                                         const T* values, int first, int end, int step) {
  for (; first < end; first += kAtOnce * step) {
    Pack<T, V> x[kAtOnce][M];
    T value[kAtOnce];
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const int at = first + u * step;
      const bool there = at < end;
      const int column = columns[there ? at : first];
      value[u] = there ? values[at] : T(0);
#pragma unroll
      for (int m = 0; m < M; m++) x[u][m] = own.load(column, m, there);
    }
#pragma unroll
    for (int u = 0; u < kAtOnce; u++)
      if (first + u * step < end) addProducts(sum, value[u], x[u]);
  }
}

/** An entry in shared memory, loaded at once. */
template <typename T> struct __align__(2 * sizeof(T)) Pair {
  T value;
  unsigned column;
};
template <typename T> __device__ __forceinline__ Pair<T> loadPair(const Pair<T>* from) { return *from; }
// By its parts: copied as a whole it would be loaded byte by byte.
template <typename R> __device__ __forceinline__ Pair<Complex<R>> loadPair(const Pair<Complex<R>>* from) {
  return {{from->value.re, from->value.im}, from->column};
}

/** The same, in the same order: steps of kAtOnce entries that are all there without tests, and one of the last. */
template <typename T, int V, int M>
__device__ __forceinline__ void addPairs(Pack<T, V> (&sum)[M], const WholeRows<T, V, M>& rows, const Pair<T>* at,
                                         const Pair<T>* end, int step) {
  Pair<T> pair[kAtOnce];
  Pack<T, V> x[kAtOnce][M];
  for (; at + (kAtOnce - 1) * step < end; at += kAtOnce * step) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      pair[u] = loadPair(at + u * step);
#pragma unroll
      for (int m = 0; m < M; m++) x[u][m] = rows.load(pair[u].column, m);
    }
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) addProducts(sum, pair[u].value, x[u]);
  }
  if (at >= end) return;
#pragma unroll
  for (int u = 0; u < kAtOnce - 1; u++) {
    // What is not there is loaded as the first one is, and not added.
    pair[u] = loadPair(at + u * step < end ? at + u * step : at);
#pragma unroll
    for (int m = 0; m < M; m++) x[u][m] = rows.load(pair[u].column, m);
  }
#pragma unroll
  for (int u = 0; u < kAtOnce - 1; u++)
    if (at + u * step < end) addProducts(sum, pair[u].value, x[u]);
}

template <typename T, int V, int M, bool Paired>
__device__ __forceinline__ void spmmCsrWarp(const int4* tiles, const int2* places, const int* rowStart,
                                            const int* colIndex, const T* values, T* partials, const T* x, T* y,
                                            T alpha, T beta, long long xRow, long long xCol, long long yRow,
                                            long long yCol, int vectors, int columnTiles, int lanesLog, int capacity) {
  const Steps steps = {xRow, xCol, yRow, yCol};
  launchDependents();
  const int blocks = gridDim.x / columnTiles, columnTile = blockIdx.x / blocks;
  const int warp = threadIdx.x / kWarp, warps = blockDim.x / kWarp, inWarp = threadIdx.x % kWarp;
  const int number = (blockIdx.x - columnTile * blocks) * warps + warp;
  if (columnTile >= columnTiles) return;
  const int4 tile = __ldg(tiles + number);
  // Fills up the last block.
  if (tile.x < 0) return;
  Pair<T>* const ownPairs = reinterpret_cast<Pair<T>*>(kernelShared) + warp * capacity;
  T* const ownValues = reinterpret_cast<T*>(kernelShared) + warp * capacity;
  int* const ownColumns =
      reinterpret_cast<int*>(reinterpret_cast<T*>(kernelShared) + warps * capacity) + warp * capacity;
  const int count = tile.w - tile.z;
  const bool isPart = tile.x == tile.y;
  const int rows = isPart ? 1 : tile.y - tile.x;
  // Lane i has where row i begins and ends.
  int begin = inWarp == 0 ? 0 : count;
  if (!isPart) begin = __ldg(rowStart + tile.x + min(inWarp, rows)) - tile.z;
#pragma unroll 4
  for (int i = inWarp; i < count; i += kWarp) {
    const int column = stream(colIndex + tile.z + i);
    const T value = stream(values + tile.z + i);
    if (Paired) {
      ownPairs[i] = {value, static_cast<unsigned>(column)};
    } else {
      ownColumns[i] = column;
      ownValues[i] = value;
    }
  }
  int end = __shfl_down_sync(kAllLanes, begin, 1);
  if (inWarp == kWarp - 1) end = count;
  const int lanes = 1 << lanesLog, lane = inWarp & (lanes - 1), group = inWarp >> lanesLog, groupsLog = 5 - lanesLog;
  const int sharesLog = sharesLogOf(rows, mostOf(end - begin), groupsLog), shares = 1 << sharesLog;
  const int share = group & (shares - 1), atOnce = 1 << (groupsLog - sharesLog);
  const int width = lanes * V * M;
  const T* const operand = waitForPrevious(x).address;
  const Columns<T, V, M> own(operand, y, steps, columnTile * width, lane, lanes, vectors);
  const WholeRows<T, V, M> whole(operand, steps, columnTile * width, lane, lanes, vectors);
  __syncwarp();
  Pack<T, V> sum[M];
  for (int first = 0; first < rows; first += atOnce) {
    const int row = first + (group >> sharesLog);
    const int from = __shfl_sync(kAllLanes, begin, min(row, kWarp - 1));
    const int beyond = __shfl_sync(kAllLanes, end, min(row, kWarp - 1));
    clear(sum);
    if (row < rows) {
      if (Paired) {
        addPairs(sum, whole, ownPairs + from + share, ownPairs + beyond, shares);
      } else {
        addShare(sum, own, ownColumns, ownValues, from + share, beyond, shares);
      }
    }
    sumOver(sum, (lanes << sharesLog) / 2, lanes);
    if (!isPart && share == 0 && row < rows) own.finish(tile.x + row, sum, alpha, beta);
  }
  if (!isPart) return;
  // The first group has the sum of this part.
  const Parts<T, V, M> parts{partials, columnTiles * width, columnTile * width, lane, lanes};
  const int2 place = __ldg(places + number);
  if (place.y == 0) {
    if (group == 0) parts.leave(place.x, sum);
    return;
  }
  Pack<T, V> others[M];
  clear(others);
  parts.take(others, place.x - place.y + group, 1 << groupsLog, (place.y - group + (1 << groupsLog) - 1) >> groupsLog);
  sumOver(others, kWarp / 2, lanes);
  addPacks(sum, others, 1);
  if (group == 0) own.finish(tile.x, sum, alpha, beta);
}

BOUNDED_ENTRIES((kMostThreads, 1), spmm_csr_warp_v1m1, 18, spmmCsrWarp<V, 1, 1, false>)
PACKED_ENTRIES((kMostThreads, 1), spmm_csr_warp_v2m1, 18, spmmCsrWarp<V, 2, 1, false>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_csr_warp_v4m1, f32, 18, spmmCsrWarp<V, 4, 1, false>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_csr_warp_v1m2, 18, spmmCsrWarp<V, 1, 2, false>)
PACKED_ENTRIES((kMostThreads, 1), spmm_csr_warp_v2m2, 18, spmmCsrWarp<V, 2, 2, false>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_csr_warp_v4m2, f32, 18, spmmCsrWarp<V, 4, 2, false>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_csr_warp_pairs_v1m1, 18, spmmCsrWarp<V, 1, 1, true>)
PACKED_ENTRIES((kMostThreads, 1), spmm_csr_warp_pairs_v2m1, 18, spmmCsrWarp<V, 2, 1, true>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_csr_warp_pairs_v4m1, f32, 18, spmmCsrWarp<V, 4, 1, true>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_csr_warp_pairs_v1m2, 18, spmmCsrWarp<V, 1, 2, true>)
PACKED_ENTRIES((kMostThreads, 1), spmm_csr_warp_pairs_v2m2, 18, spmmCsrWarp<V, 2, 2, true>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_csr_warp_pairs_v4m2, f32, 18, spmmCsrWarp<V, 4, 2, true>)
