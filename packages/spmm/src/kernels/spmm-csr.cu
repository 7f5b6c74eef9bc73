// CSR in tiles of at most `capacity` entries and rows, a block a tile and as many columns of X as its groups have. The
// entries of a tile go through shared memory; each group takes an equal share of them, whatever the rows. A row that
// several groups share is put together in shared memory in their order; one above `capacity` entries has several tiles,
// whose sums are joined as split-row.cuh says. One launch, no atomic addition.
// also complex
#include "spmm-rows.cuh"
#include "spmm.cuh"
#include "spmm-parts.cuh"

template <typename T, int V, int M> class CsrTile {
  using P = Pack<T, V>;
  using C = Columns<T, V, M>;

public:
  int4 tile;
  const int* rowStart;
  T alpha, beta;
  int group, lane, lanes, groups;
  // In shared memory: sums of rows that a group shares with later ones and with earlier ones, entries, first rows.
  P *tails, *heads;
  T* values;
  int *columns, *firstRow;

  __device__ __forceinline__ CsrTile(int4 given, const int* starts, T a, T b, int lanesLog, int capacity)
      : tile(given), rowStart(starts), alpha(a), beta(b), group(threadIdx.x >> lanesLog),
        lane(threadIdx.x & ((1 << lanesLog) - 1)), lanes(1 << lanesLog), groups(blockDim.x >> lanesLog) {
    tails = reinterpret_cast<P*>(kernelShared);
    heads = tails + blockDim.x * M;
    values = reinterpret_cast<T*>(heads + blockDim.x * M);
    columns = reinterpret_cast<int*>(values + capacity);
    firstRow = columns + capacity;
    count_ = tile.w - tile.z;
    // Odd, so that groups read different banks.
    share_ = ((count_ + groups - 1) / groups) | 1;
  }

  __device__ __forceinline__ bool isPart() const { return tile.x == tile.y; }

  /** Entries into shared memory, and the row in which each group begins. Value i is value order[i] where there is an
   * order. */
  __device__ __forceinline__ void stage(const int* colIndex, const int* order, const T* given) const {
#pragma unroll 4
    for (int i = threadIdx.x; i < count_; i += blockDim.x) {
      columns[i] = stream(colIndex + tile.z + i);
      values[i] = order ? given[stream(order + tile.z + i)] : stream(given + tile.z + i);
    }
    for (int row = tile.x + threadIdx.x; row < tile.y; row += blockDim.x) {
      const int from = rowStart[row] - tile.z, to = rowStart[row + 1] - tile.z;
      for (int g = (from + share_ - 1) / share_; g * share_ < to; g++) firstRow[g] = row;
    }
    __syncthreads();
    // Rows without entries at the start of the tile are the first group's.
    if (threadIdx.x == 0) firstRow[0] = tile.x;
    __syncthreads();
  }

  /** The rows of a tile of whole rows. */
  __device__ __forceinline__ void rows(const C& own) const {
    const int begin = min(group * share_, count_), end = min(begin + share_, count_);
    const bool busy = begin < end || group == 0;
    int row = busy ? firstRow[group] : tile.y;
    int rowEnd = startOf(row + 1), nextEnd = startOf(row + 2);
    bool shared = busy && startOf(row) < begin;
    int headRow = -1;
    P sum[M];
    clear(sum);
    const auto finish = [&] {
      if (shared) {
        put(heads, sum);
        headRow = row;
        shared = false;
      } else {
        own.finish(row, sum, alpha, beta);
      }
      clear(sum);
      row++;
      rowEnd = nextEnd;
      nextEnd = startOf(row + 2);
    };
    walk(begin, end, own, sum, [&](int entry) {
      while (entry == rowEnd) finish();
    });
    if (busy)
      while (row < tile.y && rowEnd == end) finish();
    put(tails, sum);
    __syncthreads();
    if (headRow < 0) return;
    clear(sum);
    for (int g = startOf(headRow) / share_; g < group; g++) addPacks(sum, tails + g * lanes + lane, blockDim.x);
    addPacks(sum, heads + threadIdx.x, blockDim.x);
    own.finish(headRow, sum, alpha, beta);
  }

  /** A part of a row, which all groups share: its sum in the first group. */
  __device__ __forceinline__ void part(const C& own, P (&sum)[M]) const {
    const int begin = min(group * share_, count_), end = min(begin + share_, count_);
    clear(sum);
    walk(begin, end, own, sum, [](int) {});
    total(sum);
  }

  /** The sum over all groups, in the first; the same tree each time. */
  __device__ __forceinline__ void total(P (&sum)[M]) const {
    put(tails, sum);
    for (int half = groups / 2; half > 0; half /= 2) {
      __syncthreads();
      if (group >= half) continue;
      addPacks(sum, tails + threadIdx.x + half * lanes, blockDim.x);
      put(tails, sum);
    }
  }

private:
  int count_, share_;

  /** Where a row begins among the tile's entries. */
  __device__ __forceinline__ int startOf(int row) const { return rowStart[min(row, tile.y)] - tile.z; }

  __device__ __forceinline__ void put(P* to, const P (&sum)[M]) const {
#pragma unroll
    for (int m = 0; m < M; m++) to[threadIdx.x + m * blockDim.x] = sum[m];
  }

  /** Adds the entries to `sum`, having called `before` with the number of each. */
  template <typename F>
  __device__ __forceinline__ void walk(int begin, int end, const C& own, P (&sum)[M], F before) const {
    for (int first = begin; first < end; first += kAtOnce) {
      int column[kAtOnce];
      T value[kAtOnce];
      P x[kAtOnce][M];
#pragma unroll
      for (int u = 0; u < kAtOnce; u++) {
        const int at = min(first + u, end - 1);
        column[u] = columns[at];
        value[u] = values[at];
      }
#pragma unroll
      for (int u = 0; u < kAtOnce; u++)
#pragma unroll
        for (int m = 0; m < M; m++) x[u][m] = own.load(column[u], m, first + u < end);
#pragma unroll
      for (int u = 0; u < kAtOnce; u++) {
        if (first + u >= end) break;
        before(first + u);
        addProducts(sum, value[u], x[u]);
      }
    }
  }
};

/** Leaves the first group's sum of a part of a row, or, with the last part, adds those of the others and ends the row.
 */
template <typename T, int V, int M>
__device__ __forceinline__ void joinParts(const CsrTile<T, V, M>& tile, const Columns<T, V, M>& own,
                                          const Parts<T, V, M>& parts, int2 place, int row, Pack<T, V> (&sum)[M]) {
  if (place.y == 0) {
    if (tile.group == 0) parts.leave(place.x, sum);
    return;
  }
  Pack<T, V> others[M];
  clear(others);
  parts.take(others, place.x - place.y + tile.group, tile.groups,
             (place.y - tile.group + tile.groups - 1) / tile.groups);
  __syncthreads();
  tile.total(others);
  if (tile.group > 0) return;
  addPacks(others, sum, 1);
  own.finish(row, others, tile.alpha, tile.beta);
}

template <typename T, int V, int M>
__device__ __forceinline__ void spmmCsr(const int4* tiles, const int2* places, const int* rowStart, const int* colIndex,
                                        const int* order, const T* values, T* partials, const T* x, T* y, T alpha,
                                        T beta, long long xRow, long long xCol, long long yRow, long long yCol,
                                        int vectors, int columnTiles, int lanesLog, int capacity, int ordered) {
  const Steps steps = {xRow, xCol, yRow, yCol};
  launchDependents();
  const int count = gridDim.x / columnTiles, columnTile = blockIdx.x / count, number = blockIdx.x - columnTile * count;
  if (columnTile >= columnTiles) return;
  CsrTile<T, V, M> tile(__ldg(tiles + number), rowStart, alpha, beta, lanesLog, capacity);
  tile.stage(colIndex, ordered ? order : nullptr, values);
  const int width = tile.lanes * V * M;
  const Columns<T, V, M> own(waitForPrevious(x).address, y, steps, columnTile * width, tile.lane, tile.lanes, vectors);
  if (!tile.isPart()) return tile.rows(own);
  Pack<T, V> sum[M];
  tile.part(own, sum);
  joinParts(tile, own, {partials, columnTiles * width, columnTile * width, tile.lane, tile.lanes},
            __ldg(places + number), tile.tile.x, sum);
}

BOUNDED_ENTRIES((kMostThreads, 1), spmm_csr_v1m1, 20, spmmCsr<V, 1, 1>)
PACKED_ENTRIES((kMostThreads, 1), spmm_csr_v2m1, 20, spmmCsr<V, 2, 1>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_csr_v4m1, f32, 20, spmmCsr<V, 4, 1>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_csr_v1m2, 20, spmmCsr<V, 1, 2>)
PACKED_ENTRIES((kMostThreads, 1), spmm_csr_v2m2, 20, spmmCsr<V, 2, 2>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_csr_v4m2, f32, 20, spmmCsr<V, 4, 2>)
