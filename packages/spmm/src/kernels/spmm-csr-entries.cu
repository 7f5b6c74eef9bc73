// CSR in equal shares of entries, whatever the rows: a group of lanes, which has the columns of a tile of X, walks over
// its share across the ends of rows. All of its lanes load eight columns and eight values at once, a bit for each entry
// says whether it is the last of its row, and whole rounds of eight entries have no other test. A row that goes on in
// the next share leaves its sum; the share in which it ends adds those before: every 16th of a long row adds the 15
// before it, so that nobody waits for many. One launch, no barrier, no atomic addition.
// also complex
#include "spmm-rows.cuh"
#include "spmm-parts.cuh"
#include "whole-rows.cuh"

// Shares of a long row whose sums one of them adds.
constexpr int kFan = 16;
// Rows without entries of a share that has nothing else.
constexpr int kEmptyRows = 32;
// Entries whose rows of X are loaded together.
constexpr int kDepth = 8;
// Threads of a block at most, and how many blocks a multiprocessor is to hold: more would spill on older ones.
constexpr int kBlock = 128;
#ifdef SPMV_COMPLEX
constexpr int kHeld = 4;
#else
constexpr int kHeld = 5;
#endif

/** As many elements of an array as 16 bytes hold. */
template <typename T> struct __align__(16) Four { T at[16 / sizeof(T)]; };
template <typename T> __device__ __forceinline__ Four<T> loadFour(const Four<T>* from) {
  const int4 loaded = __ldg(reinterpret_cast<const int4*>(from));
  return reinterpret_cast<const Four<T>&>(loaded);
}

/** The next entries of an array, in whole 16 bytes; of fewer the last one is repeated. */
template <typename T> __device__ __forceinline__ void loadEntries(T (&to)[kDepth], const T* from, int count) {
  constexpr int kEach = 16 / sizeof(T);
  if (count >= kDepth) {
#pragma unroll
    for (int i = 0; i < kDepth / kEach; i++) {
      const Four<T> loaded = loadFour(reinterpret_cast<const Four<T>*>(from) + i);
#pragma unroll
      for (int v = 0; v < kEach; v++) to[i * kEach + v] = loaded.at[v];
    }
  } else if (count > 0) {
#pragma unroll
    for (int u = 0; u < kDepth; u++) to[u] = __ldg(from + min(u, count - 1));
  }
}

template <typename T, int V>
__device__ __forceinline__ void
spmmCsrEntries(const int2* shares, const unsigned char* ends, const int* rows, const int* colIndex, const T* values,
               T* partials, const T* x, T* y, T alpha, T beta, long long xRow, long long xCol, long long yRow,
               long long yCol, int nnz, int shareCount, int vectors, int columnTiles, int lanesLog, int size) {
  const Steps steps = {xRow, xCol, yRow, yCol};
  launchDependents();
  const int blocks = gridDim.x / columnTiles, columnTile = blockIdx.x / blocks;
  if (columnTile >= columnTiles) return;
  const int lanes = 1 << lanesLog, lane = threadIdx.x & (lanes - 1);
  const int number = (blockIdx.x - columnTile * blocks) * (blockDim.x >> lanesLog) + (threadIdx.x >> lanesLog);
  const bool busy = number < shareCount;
  const int begin = number * size, count = busy ? min(size, nnz - begin) : 0;
  int column[kDepth];
  loadEntries(column, colIndex + begin, count);
  // How many shares before have entries of the first row, and its place in `rows`. A share without entries has rows
  // without them from a place on, and less than 0 by how many.
  const int2 share = __ldg(shares + number);
  int place = share.y;
  int next = __ldg(rows + place);
  const int width = lanes * V;
  const T* const operand = waitForPrevious(x).address;
  const Columns<T, V, 1> own(operand, y, steps, columnTile * width, lane, lanes, vectors);
  const WholeRows<T, V, 1> whole(operand, steps, columnTile * width, lane, lanes, vectors);
  const Parts<T, V, 1> parts{partials, columnTiles * width, columnTile * width, lane, lanes};

  // The sums of rows that end in a round wait here until it is done, so that no lane parts from others in between; then
  // that of the row that began in an earlier share, for its other sums.
  Pack<T, V>* const ended = reinterpret_cast<Pack<T, V>*>(kernelShared) + threadIdx.x;
  Pack<T, V>* const head = ended + kDepth * blockDim.x;
  Pack<T, V> sum[1];
  clear(sum);
  // The first row began in an earlier share, and has not ended yet.
  bool open = share.x > 0;
  int headRow = -1;
  bool goesOn = false;
#pragma unroll 1
  for (int at = 0; at < count; at += kDepth) {
    const int left = count - at;
    Pack<T, V> rowOfX[kDepth][1];
    T value[kDepth];
#pragma unroll
    for (int u = 0; u < kDepth; u++) rowOfX[u][0] = whole.load(column[u], 0);
    loadEntries(value, values + begin + at, left);
    loadEntries(column, colIndex + begin + at + kDepth, left - kDepth);
    const unsigned bits = __ldg(ends + (begin + at) / kDepth);
    Pack<T, V>* slot = ended;
    // Of fewer than eight entries the last one ends its row: what is repeated comes after it, and to nothing.
#pragma unroll
    for (int u = 0; u < kDepth; u++) {
      addProducts(sum, value[u], rowOfX[u]);
      if (bits >> u & 1) {
        *slot = sum[0];
        slot += blockDim.x;
        clear(sum);
      }
    }
#pragma unroll 1
    for (const Pack<T, V>* from = ended; from != slot; from += blockDim.x) {
      const Pack<T, V> all[1] = {*from};
      if (open) {
        open = false;
        headRow = next;
        *head = all[0];
      } else {
        own.finish(next, all, alpha, beta);
      }
      next = __ldg(rows + ++place);
    }
    goesOn = left >= kDepth && bits >> (kDepth - 1) == 0;
  }
  if (!busy) {
#pragma unroll 1
    for (int i = 0; i < min(kEmptyRows, -share.x); i++) own.finish(__ldg(rows + place + i), sum, alpha, beta);
  }

  const int before = busy ? share.x % kFan : 0;
  const bool gathers = busy && open && before == kFan - 1;
  if (goesOn && !gathers) parts.leave(number, sum);
  __syncwarp();
  Pack<T, V> others[1];
  clear(others);
  // First the sums of the shares next before this one, then those that each sixteenth has gathered.
  const int gathered = share.x / kFan;
#pragma unroll 1
  for (int pass = 0; pass < 2; pass++) {
    const bool isFirst = pass == 0;
    const bool takes = headRow >= 0 || (isFirst && gathers);
    const int from = isFirst ? number - before : number - before - 1 - kFan * (gathered - 1);
    parts.template take<kFan / 2>(others, from, isFirst ? 1 : kFan, takes ? isFirst ? before : gathered : 0);
    if (isFirst && gathers) {
      addPacks(sum, others, 1);
      parts.leave(number, sum);
    }
    __syncwarp();
  }
  if (headRow < 0) return;
  addPacks(others, head, 1);
  own.finish(headRow, others, alpha, beta);
}

BOUNDED_ENTRIES((kBlock, kHeld), spmm_csr_entries_v1, 20, spmmCsrEntries<V, 1>)
PACKED_ENTRIES((kBlock, kHeld), spmm_csr_entries_v2, 20, spmmCsrEntries<V, 2>)
BOUNDED_ENTRY((kBlock, kHeld), spmm_csr_entries_v4, f32, 20, spmmCsrEntries<V, 4>)
