// CSR in equal shares of entries, whatever the rows: a group of lanes, which has the columns of a tile of X, walks over
// its share across the ends of rows, with loads of X begun for eight entries at once. Each lane loads one entry of a
// chunk of as many entries as the group has lanes, while the chunk before is computed. A row that goes on in the next
// share leaves its sum; the share in which it ends adds those before: every 16th of a long row adds the 15 before it,
// so that nobody waits for many. One launch, no barrier, no atomic addition.
#include "spmm-rows.cuh"
#include "spmm.cuh"
#include "spmm-parts.cuh"

// Shares of a long row whose sums one of them adds.
constexpr int kFan = 16;
// Rows without entries of a share that has nothing else.
constexpr int kEmptyRows = 32;
constexpr int kDepth = 8;
// Threads of a block at most, and how many blocks a multiprocessor is to hold: more would spill on older ones.
constexpr int kBlock = 256;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
constexpr int kHeld = 3;
#else
constexpr int kHeld = 2;
#endif

/** One entry: column -1 where there is none. */
template <typename T> struct Entry {
  int column;
  T value;
  bool isLast;

  /** `rowIndex` goes on beyond the entries. */
  __device__ __forceinline__ void load(const int* rowIndex, const int* colIndex, const T* values, int at, int nnz) {
    const bool there = at < nnz;
    column = there ? __ldg(colIndex + at) : -1;
    value = there ? __ldg(values + at) : T(0);
    isLast = there && __ldg(rowIndex + at) != __ldg(rowIndex + at + 1);
  }
};

template <typename T, int V, int M>
__device__ __forceinline__ void spmmCsrEntries(const int* shares, const int* rowIndex, const int* colIndex,
                                               const T* values, T* partials, const T* x, T* y, T alpha, T beta,
                                               const Steps& steps, int nnz, int shareCount, int vectors,
                                               int columnTiles, int lanesLog, int size) {
  letNextBegin();
  const int blocks = gridDim.x / columnTiles, columnTile = blockIdx.x / blocks;
  if (columnTile >= columnTiles) return;
  const int lanes = 1 << lanesLog, lane = threadIdx.x & (lanes - 1);
  const int groupBegin = threadIdx.x % kWarp - lane;
  const int number = (blockIdx.x - columnTile * blocks) * (blockDim.x >> lanesLog) + (threadIdx.x >> lanesLog);
  const bool busy = number < shareCount;
  const int begin = number * size;
  Entry<T> next;
  next.load(rowIndex, colIndex, values, busy ? begin + lane : nnz, nnz);
  // How many shares before have entries of the first row; or, of a share without entries, less than 0 by how many rows
  // have none.
  const int earlier = __ldg(shares + number);
  const int width = lanes * V * M;
  const Columns<T, V, M> own(afterEarlier(x).address, y, steps, columnTile * width, lane, lanes, vectors);
  const Parts<T, V, M> parts{partials, columnTiles * width, columnTile * width, lane, lanes};

  Pack<T, V> sum[M], head[M];
  clear(sum);
  clear(head);
  // The first row began in an earlier share, and has not ended yet.
  bool open = earlier > 0;
  int headRow = -1;
  bool goesOn = false;
  for (int chunk = 0; chunk < size; chunk += lanes) {
    const Entry<T> now = next;
    if (chunk + lanes < size) next.load(rowIndex, colIndex, values, busy ? begin + chunk + lanes + lane : nnz, nnz);
    // Which of the group's entries are the last of their rows.
    const unsigned ends = __ballot_sync(kAllLanes, now.isLast) >> groupBegin;
    for (int first = 0; first < lanes; first += kDepth) {
      Pack<T, V> rowOfX[kDepth][M];
      bool there[kDepth];
#pragma unroll
      for (int u = 0; u < kDepth; u++) {
        const int column = __shfl_sync(kAllLanes, now.column, (first + u) & (lanes - 1), lanes);
        there[u] = column >= 0 && first + u < lanes;
#pragma unroll
        for (int m = 0; m < M; m++) rowOfX[u][m] = own.load(column, m, there[u]);
      }
#pragma unroll
      for (int u = 0; u < kDepth; u++) {
        const T value = __shfl_sync(kAllLanes, now.value, (first + u) & (lanes - 1), lanes);
        if (!there[u]) continue;
        addProducts(sum, value, rowOfX[u]);
        goesOn = (ends >> (first + u) & 1) == 0;
        if (goesOn) continue;
        const int row = __ldg(rowIndex + begin + chunk + first + u);
        if (open) {
          open = false;
          headRow = row;
          addPacks(head, sum, 1);
        } else {
          own.finish(row, sum, alpha, beta);
        }
        clear(sum);
      }
    }
  }
  if (!busy) {
    // Rows without entries follow the rows of the entries.
    const int* const empty = rowIndex + shareCount * size + 1;
    const int first = (number - shareCount) * kEmptyRows;
    for (int i = first; i < min(first + kEmptyRows, -earlier); i++) own.finish(__ldg(empty + i), sum, alpha, beta);
  }

  const int before = busy ? earlier % kFan : 0;
  const bool gathers = busy && open && before == kFan - 1;
  if (goesOn && !gathers) parts.leave(number, sum);
  __syncwarp();
  Pack<T, V> others[M];
  clear(others);
  if (headRow >= 0 || gathers) parts.take(others, number - before, 1, before);
  if (gathers) {
    addPacks(sum, others, 1);
    parts.leave(number, sum);
  }
  __syncwarp();
  if (headRow < 0) return;
  const int gathered = earlier / kFan;
  parts.take(others, number - before - 1 - kFan * (gathered - 1), kFan, gathered);
  addPacks(head, others, 1);
  own.finish(headRow, head, alpha, beta);
}

#define SPMM_CSR_ENTRIES(V, T, SUFFIX) \
  extern "C" __global__ void __launch_bounds__(kBlock, kHeld) \
      spmm_csr_entries_v##V##_##SUFFIX(const int* shares, const int* rowIndex, const int* colIndex, const T* values, \
                                       T* partials, const T* x, T* y, T alpha, T beta, STEPS_PARAMETERS, int nnz, \
                                       int shareCount, int vectors, int columnTiles, int lanesLog, int size) { \
    spmmCsrEntries<T, V, 1>(shares, rowIndex, colIndex, values, partials, x, y, alpha, beta, {xRow, xCol, yRow, yCol}, \
                            nnz, shareCount, vectors, columnTiles, lanesLog, size); \
  }
SPMM_CSR_ENTRIES(1, double, f64)
SPMM_CSR_ENTRIES(2, double, f64)
SPMM_CSR_ENTRIES(1, float, f32)
SPMM_CSR_ENTRIES(2, float, f32)
SPMM_CSR_ENTRIES(4, float, f32)
