// Rows of C = AB that have few products: a thread merges the rows of B that one row of A names, which are sorted. A
// warp loads those of its 32 rows into shared memory, together, so that each is read once. There is no table and
// nothing to sort, and each number is a chain of fused multiply-adds in the order of A's row, in a register.
//
// Merging of rows: Gremse, Höfter, Schwen, Kiessling, Naumann, GPU-accelerated sparse matrix-matrix multiplication by
// iterative row merging, SIAM J. Sci. Comput. 2015.
#pragma once

#include "common.cuh"

/** More than any column. */
constexpr int kNoColumn = 0x7fffffff;
constexpr int kMergeBlock = 64;
constexpr int kMergeWarps = kMergeBlock / kWarp;
/** Lanes that load a row of B, and entries of a row of C that are written together. */
constexpr int kLoaders = 8;
constexpr int kRowsLoaded = kWarp / kLoaders;

/** Places of a row in shared memory: an odd number, so that the same place of 32 rows is in as many banks. */
__host__ __device__ constexpr int columnPitch(int products, int entries) { return (products + entries) | 1; }
__host__ __device__ constexpr int valuePitch(int products) { return products | 1; }

/** Shared memory for columns of a warp whose rows have at most so many products, of so many entries of A: a place
 * behind each row of B, and one more. */
__host__ __device__ constexpr int mergeColumnBytes(int products, int entries) {
  return (kWarp * columnPitch(products, entries) + 2) * 4;
}

/** The same where values are loaded, too; what follows the last of all is read, and not used. */
template <typename V> __host__ __device__ constexpr int mergeBytes(int products, int entries) {
  return mergeColumnBytes(products, entries) + kWarp * valuePitch(products) * static_cast<int>(sizeof(V)) + 8;
}

/** A place for each entry that a lane has until they are written; neither way is in conflict. */
template <typename T> struct Staged {
  static constexpr int kPitch = sizeof(T) == 8 ? 34 : 36;
  T places[kMergeWarps][kLoaders * kPitch];
  __device__ __forceinline__ T& at(int entry, int lane) { return places[threadIdx.x / kWarp][entry * kPitch + lane]; }
};

/** The rows of B that K entries of A name, at most: where in shared memory the next column of each is, this column and,
 * with Values, its value. */
template <int K, bool Values, typename V> struct MergedRows {
  const int* columns;
  /** Row k has k fewer before its values than before its columns: the places behind other rows. */
  const V* values;
  int at[K];
  int column[K];
  V value[Values ? K : 1];

  /** Loads the rows of B that entries begin .. past of A name, of all lanes, which have at most so many products. */
  __device__ __forceinline__ MergedRows(const int* aColIndex, unsigned begin, unsigned past, const int* bRowStart,
                                        const int* bColIndex, const V* bValues, int products) {
    const int lane = threadIdx.x % kWarp;
    const int bytes = Values ? mergeBytes<V>(products, K) : mergeColumnBytes(products, K);
    unsigned char* const shared = kernelShared + threadIdx.x / kWarp * bytes;
    int* const toColumns = reinterpret_cast<int*>(shared);
    V* const toValues = reinterpret_cast<V*>(shared + mergeColumnBytes(products, K));
    const int none = kWarp * columnPitch(products, K);
    if (lane == 0) toColumns[none] = kNoColumn;
    unsigned from[K];
    int length[K];
#pragma unroll
    for (int k = 0; k < K; k++) {
      const bool wanted = begin + k < past;
      const int row = wanted ? aColIndex[begin + k] : 0;
      from[k] = wanted ? bRowStart[row] : 0;
      length[k] = wanted ? bRowStart[row + 1] - from[k] : 0;
    }
    int next = lane * columnPitch(products, K);
    const int own = lane * valuePitch(products) - next;
#pragma unroll
    for (int k = 0; k < K; k++) {
      const bool wanted = begin + k < past;
      at[k] = wanted ? next : none;
      if (!__any_sync(kAllLanes, wanted)) continue;
      if (wanted) {
        next += length[k] + 1;
        toColumns[next - 1] = kNoColumn;
      }
      // Two entries a lane of each of eight groups of rows are under way together, where rows are as long as that.
#pragma unroll 1
      for (int base = 0; __any_sync(kAllLanes, base < length[k]); base += 2 * kLoaders) {
        const bool both = __any_sync(kAllLanes, base + kLoaders < length[k]);
        int loaded[2][kLoaders];
        V loadedValue[2][kLoaders];
#pragma unroll
        for (int h = 0; h < 2; h++)
#pragma unroll
          for (int g = 0; g < kLoaders; g++) {
            if (h == 1 && !both) continue;
            const int of = g * kRowsLoaded + lane / kLoaders, i = base + h * kLoaders + lane % kLoaders;
            const bool there = i < __shfl_sync(kAllLanes, length[k], of);
            const unsigned place = __shfl_sync(kAllLanes, from[k], of) + i;
            loaded[h][g] = there ? bColIndex[place] : 0;
            if constexpr (Values) loadedValue[h][g] = there ? bValues[place] : V(0);
          }
#pragma unroll
        for (int h = 0; h < 2; h++)
#pragma unroll
          for (int g = 0; g < kLoaders; g++) {
            if (h == 1 && !both) continue;
            const int of = g * kRowsLoaded + lane / kLoaders, i = base + h * kLoaders + lane % kLoaders;
            const bool there = i < __shfl_sync(kAllLanes, length[k], of);
            const int to = __shfl_sync(kAllLanes, at[k], of) + i;
            if (there) toColumns[to] = loaded[h][g];
            if constexpr (Values) {
              const int toValue = to + __shfl_sync(kAllLanes, own, of) - k;
              if (there) toValues[toValue] = loadedValue[h][g];
            }
          }
      }
    }
    __syncwarp();
    columns = toColumns;
    values = toValues + own;
#pragma unroll
    for (int k = 0; k < K; k++) {
      column[k] = columns[at[k]];
      if constexpr (Values) value[k] = column[k] != kNoColumn ? values[at[k] - k] : V(0);
    }
  }

  __device__ __forceinline__ int least() const {
    int low = column[0], high = column[K / 2];
#pragma unroll
    for (int k = 1; k < K / 2; k++) {
      low = min(low, column[k]);
      high = min(high, column[k + K / 2]);
    }
    return min(low, high);
  }

  /** Takes the first column of row k. */
  __device__ __forceinline__ void take(int k) {
    at[k]++;
    column[k] = columns[at[k]];
    if constexpr (Values) value[k] = values[at[k] - k];
  }
};

/**
 * counts[row] <- number of entries of that row of C, for rows list[first .. first + length], which have at most K
 * entries of A and `products` products.
 */
template <int K>
__device__ __forceinline__ void countMerged(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                            const int* bColIndex, const int* list, int* counts, int first, int length,
                                            int products) {
  const unsigned i = globalThread();
  const bool busy = i < static_cast<unsigned>(length);
  if (!__any_sync(kAllLanes, busy)) return;
  const int row = busy ? list[first + i] : 0;
  MergedRows<K, false, int> rows(aColIndex, busy ? aRowStart[row] : 0, busy ? aRowStart[row + 1] : 0, bRowStart,
                                 bColIndex, nullptr, products);
  int count = 0;
#pragma unroll 1
  for (int column = rows.least(); column != kNoColumn; column = rows.least()) {
    count++;
#pragma unroll
    for (int k = 0; k < K; k++)
      if (rows.column[k] == column) rows.take(k);
  }
  if (busy) counts[row] = count;
}

/** Values of the same rows to values[rowStart[row] ..] and, unless it is null, columns to colIndex. */
template <int K, typename V>
__device__ __forceinline__ void putMerged(const int* aRowStart, const int* aColIndex, const V* aValues,
                                          const int* bRowStart, const int* bColIndex, const V* bValues,
                                          const int* rowStart, int* colIndex, V* values, const int* list, V alpha,
                                          int first, int length, int products) {
  __shared__ Staged<V> sums;
  __shared__ Staged<int> columns;
  const unsigned i = globalThread();
  const bool busy = i < static_cast<unsigned>(length);
  if (!__any_sync(kAllLanes, busy)) return;
  const int lane = threadIdx.x % kWarp;
  const int row = busy ? list[first + i] : 0;
  const unsigned begin = busy ? aRowStart[row] : 0, past = busy ? aRowStart[row + 1] : 0;
  MergedRows<K, true, V> rows(aColIndex, begin, past, bRowStart, bColIndex, bValues, products);
  V a[K];
#pragma unroll
  for (int k = 0; k < K; k++) a[k] = begin + k < past ? aValues[begin + k] : V(0);
  int to = busy ? rowStart[row] : 0;
  int column = rows.least();
  while (__any_sync(kAllLanes, column != kNoColumn)) {
    int have = 0;
#pragma unroll 1
    for (int entry = 0; entry < kLoaders; entry++) {
      if (column == kNoColumn) continue;
      V sum = 0;
#pragma unroll
      for (int k = 0; k < K; k++) {
        if (rows.column[k] == column) {
          sum = fma(a[k], rows.value[k], sum);
          rows.take(k);
        }
      }
      sums.at(entry, lane) = alpha * sum;
      columns.at(entry, lane) = column;
      have++;
      column = rows.least();
    }
    __syncwarp();
#pragma unroll
    for (int g = 0; g < kLoaders; g++) {
      const int of = g * kRowsLoaded + lane / kLoaders, entry = lane % kLoaders;
      const int place = __shfl_sync(kAllLanes, to, of) + entry;
      if (entry < __shfl_sync(kAllLanes, have, of)) {
        values[place] = sums.at(entry, of);
        if (colIndex != nullptr) colIndex[place] = columns.at(entry, of);
      }
    }
    __syncwarp();
    to += have;
  }
}

#define MERGE(K) \
  SPMV_ENTRY(__launch_bounds__(kMergeBlock), spgemm_count_merged_##K, 9, countMerged<K>) \
  BOUNDED_ENTRIES((kMergeBlock), spgemm_put_merged_##K, 14, putMerged<K, V>)
MERGE(8)
MERGE(16)
