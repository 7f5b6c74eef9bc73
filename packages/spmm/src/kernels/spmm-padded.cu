// Rows padded at their end, as sliced ELLPACK and ELLPACK have them: 2^lanesLog lanes over the columns of X and
// 2^sharesLog over the entries of a row, a warp several neighbouring rows, so that its loads of entries are side by
// side.
// also complex
#include "spmm-rows.cuh"
#include "spmm.cuh"

/** Places of a row: place p is at first + p * step. Padding has column -1. */
struct Places {
  unsigned first, step;
  int width;
};

/** Which row a lane has, which share of its entries, and which columns. */
struct PaddedLane {
  unsigned place;
  int columnTile, lane, lanes, share, sharesLog;

  __device__ __forceinline__ PaddedLane(int columnTiles, int lanesLog, int shares) : sharesLog(shares) {
    const unsigned count = gridDim.x / columnTiles;
    columnTile = blockIdx.x / count;
    const unsigned block = blockIdx.x - columnTile * count;
    const int inWarp = threadIdx.x % kWarp, rowsLog = 5 - lanesLog - sharesLog;
    place = ((block * blockDim.x + threadIdx.x) / kWarp << rowsLog) + (inWarp >> lanesLog & ((1 << rowsLog) - 1));
    lanes = 1 << lanesLog;
    lane = inWarp & (lanes - 1);
    share = inWarp >> (5 - sharesLog);
  }
};

/** Row `row` of Y, by all lanes of a warp; places.width is 0 for one that has no row. */
template <typename T, int V, int M>
__device__ __forceinline__ void paddedRow(const PaddedLane& at, const Places& places, int row, const int* colIndex,
                                          const T* values, const T* x, T* y, T alpha, T beta, const Steps& steps,
                                          int vectors) {
  const auto load = [&](int first) {
    Entries<T> found;
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const int p = first + (u << at.sharesLog);
      const bool there = p < places.width;
      const size_t from = places.first + static_cast<size_t>(p) * places.step;
      found.column[u] = there ? stream(colIndex + from) : -1;
      found.value[u] = there ? stream(values + from) : T(0);
    }
    return found;
  };
  const Entries<T> entries = load(at.share);
  const int width = at.lanes * V * M;
  const Columns<T, V, M> own(waitForPrevious(x).address, y, steps, at.columnTile * width, at.lane, at.lanes, vectors);
  Pack<T, V> sum[M];
  clear(sum);
  addEntries(sum, own, entries, at.share, kAtOnce << at.sharesLog, places.width, load);
  sumOver(sum, kWarp / 2, kWarp >> at.sharesLog);
  if (at.share == 0 && row >= 0) own.finish(row, sum, alpha, beta);
}

template <typename T, int V, int M>
__device__ __forceinline__ void spmmSell(const int* sliceStart, const int* rowOrder, const int* colIndex,
                                         const T* values, const T* x, T* y, T alpha, T beta, long long xRow,
                                         long long xCol, long long yRow, long long yCol, int vectors, int columnTiles,
                                         int lanesLog, int sharesLog, int rows, int C, int sorted) {
  const Steps steps = {xRow, xCol, yRow, yCol};
  launchDependents();
  const PaddedLane at(columnTiles, lanesLog, sharesLog);
  if (at.columnTile >= columnTiles) return;
  Places places{0, static_cast<unsigned>(C), 0};
  int row = -1;
  if (at.place < rows) {
    const unsigned slice = at.place / C, from = sliceStart[slice];
    places.first = from + at.place % C;
    places.width = (sliceStart[slice + 1] - from) / C;
    row = sorted ? rowOrder[at.place] : at.place;
  }
  paddedRow<T, V, M>(at, places, row, colIndex, values, x, y, alpha, beta, steps, vectors);
}

template <typename T, int V, int M>
__device__ __forceinline__ void spmmEllpack(const int* colIndex, const T* values, const T* x, T* y, T alpha, T beta,
                                            long long xRow, long long xCol, long long yRow, long long yCol, int vectors,
                                            int columnTiles, int lanesLog, int sharesLog, int rows, int width,
                                            int rowStep, int placeStep) {
  const Steps steps = {xRow, xCol, yRow, yCol};
  launchDependents();
  const PaddedLane at(columnTiles, lanesLog, sharesLog);
  if (at.columnTile >= columnTiles) return;
  const bool there = at.place < rows;
  const Places places{there ? at.place * rowStep : 0, static_cast<unsigned>(placeStep), there ? width : 0};
  paddedRow<T, V, M>(at, places, there ? static_cast<int>(at.place) : -1, colIndex, values, x, y, alpha, beta, steps,
                     vectors);
}

BOUNDED_ENTRIES((kMostThreads, 1), spmm_sell_v1m1, 19, spmmSell<V, 1, 1>)
PACKED_ENTRIES((kMostThreads, 1), spmm_sell_v2m1, 19, spmmSell<V, 2, 1>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_sell_v4m1, f32, 19, spmmSell<V, 4, 1>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_ellpack_v1m1, 18, spmmEllpack<V, 1, 1>)
PACKED_ENTRIES((kMostThreads, 1), spmm_ellpack_v2m1, 18, spmmEllpack<V, 2, 1>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_ellpack_v4m1, f32, 18, spmmEllpack<V, 4, 1>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_sell_v1m2, 19, spmmSell<V, 1, 2>)
PACKED_ENTRIES((kMostThreads, 1), spmm_sell_v2m2, 19, spmmSell<V, 2, 2>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_sell_v4m2, f32, 19, spmmSell<V, 4, 2>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_ellpack_v1m2, 18, spmmEllpack<V, 1, 2>)
PACKED_ENTRIES((kMostThreads, 1), spmm_ellpack_v2m2, 18, spmmEllpack<V, 2, 2>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_ellpack_v4m2, f32, 18, spmmEllpack<V, 4, 2>)
