// Blocks of R neighbouring rows, with one entry for each column that any of them has: R values, and a bit for each row
// that has it, above the 28 bits of the column. 2^lanesLog lanes over the columns of X and 2^sharesLog over the entries
// of a block, so that a row of X is loaded once for R rows. A value without its bit is never multiplied.
// also complex
#include "spmm-rows.cuh"
#include "spmm.cuh"

constexpr int kColumnBits = 28;

/** Entries of a lane: bits are 0 where there is none. */
template <typename T, int R> struct BlockEntries {
  unsigned column[kAtOnce];
  T value[kAtOnce][R];
};

template <typename T, int V, int R>
__device__ __forceinline__ void spmmCsrBlocks(const int* blockStart, const unsigned* columns, const T* values,
                                              const T* x, T* y, T alpha, T beta, long long xRow, long long xCol,
                                              long long yRow, long long yCol, int vectors, int columnTiles,
                                              int lanesLog, int sharesLog, int rows) {
  const Steps steps = {xRow, xCol, yRow, yCol};
  launchDependents();
  const int blocks = gridDim.x / columnTiles, columnTile = blockIdx.x / blocks;
  if (columnTile >= columnTiles) return;
  const int inWarp = threadIdx.x % kWarp, lanes = 1 << lanesLog, lane = inWarp & (lanes - 1);
  const int shares = 1 << sharesLog, share = inWarp >> lanesLog & (shares - 1);
  const unsigned thread = (blockIdx.x - columnTile * blocks) * blockDim.x + threadIdx.x;
  const unsigned block = thread >> (lanesLog + sharesLog);
  const unsigned firstRow = block * R;
  int next = 0, end = 0;
  if (firstRow < rows) {
    next = __ldg(blockStart + block) + share;
    end = __ldg(blockStart + block + 1);
  }
  BlockEntries<T, R> entries;
  const auto load = [&] {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const int at = next + (u << sharesLog);
      const bool there = at < end;
      entries.column[u] = there ? __ldg(columns + at) : 0;
      if constexpr (R == 2 && sizeof(T) <= 8) {
        const Pack<T, 2> both = loadPack(reinterpret_cast<const Pack<T, 2>*>(values) + at, there);
        entries.value[u][0] = both.at[0];
        entries.value[u][1] = both.at[1];
      } else {
#pragma unroll
        for (int r = 0; r < R; r++)
          entries.value[u][r] = there ? __ldg(values + static_cast<size_t>(at) * R + r) : T(0);
      }
    }
  };
  load();
  const Columns<T, V, 1> own(waitForPrevious(x).address, y, steps, columnTile * lanes * V, lane, lanes, vectors);
  Pack<T, V> sum[R][1];
#pragma unroll
  for (int r = 0; r < R; r++) clear(sum[r]);
  while (next < end) {
    Pack<T, V> found[kAtOnce][1];
    const BlockEntries<T, R> now = entries;
#pragma unroll
    for (int u = 0; u < kAtOnce; u++)
      found[u][0] = own.load(now.column[u] & ((1u << kColumnBits) - 1), 0, now.column[u] >> kColumnBits != 0);
    next += kAtOnce << sharesLog;
    load();
#pragma unroll
    for (int u = 0; u < kAtOnce; u++)
#pragma unroll
      for (int r = 0; r < R; r++)
        if (now.column[u] >> (kColumnBits + r) & 1) addProducts(sum[r], now.value[u][r], found[u]);
  }
#pragma unroll
  for (int r = 0; r < R; r++) sumOver(sum[r], (lanes << sharesLog) / 2, lanes);
  if (share > 0) return;
#pragma unroll
  for (int r = 0; r < R; r++)
    if (firstRow + r < rows) own.finish(firstRow + r, sum[r], alpha, beta);
}

BOUNDED_ENTRIES((kMostThreads, 1), spmm_csr_blocks_v1r2, 16, spmmCsrBlocks<V, 1, 2>)
PACKED_ENTRIES((kMostThreads, 1), spmm_csr_blocks_v2r2, 16, spmmCsrBlocks<V, 2, 2>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_csr_blocks_v4r2, f32, 16, spmmCsrBlocks<V, 4, 2>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_csr_blocks_v1r3, 16, spmmCsrBlocks<V, 1, 3>)
PACKED_ENTRIES((kMostThreads, 1), spmm_csr_blocks_v2r3, 16, spmmCsrBlocks<V, 2, 3>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_csr_blocks_v4r3, f32, 16, spmmCsrBlocks<V, 4, 3>)
