// C = A^T: rows of C as lists of rows of A in any order, in which each entry then counts those before it.
#include "scan.cuh"

constexpr int kRowLanes = 8;

__device__ __forceinline__ void clearCounts(int* counts, int* cursor, int length) {
  const unsigned i = globalThread();
  if (i <= length) counts[i] = 0;
  if (i < length) cursor[i] = 0;
}

__device__ __forceinline__ void countColumns(const int* colIndex, int* counts, int entries) {
  const unsigned k = globalThread();
  if (k < entries) atomicAdd(&counts[colIndex[k]], 1);
}

/** list[start[j] …] <- rows with an entry in column j, in any order. */
__device__ __forceinline__ void listRows(const int* rowStart, const int* colIndex, const int* start, int* cursor,
                                         int* list, int rows) {
  const unsigned row = globalGroup<kRowLanes>();
  if (row >= rows) return;
  const unsigned end = rowStart[row + 1];
  for (unsigned k = rowStart[row] + threadIdx.x % kRowLanes; k < end; k += kRowLanes) {
    const int j = colIndex[k];
    list[start[j] + atomicAdd(&cursor[j], 1)] = row;
  }
}

/** place[k] <- where entry k of A is in C, and its column there. */
__device__ __forceinline__ void placeEntries(const int* rowStart, const int* colIndex, const int* start,
                                             const int* list, int* place, int* columns, int rows) {
  const unsigned row = globalGroup<kRowLanes>();
  if (row >= rows) return;
  const unsigned end = rowStart[row + 1];
  for (unsigned k = rowStart[row] + threadIdx.x % kRowLanes; k < end; k += kRowLanes) {
    const int j = colIndex[k];
    const int first = start[j], past = start[j + 1];
    int before = first;
    for (int l = first; l < past; l++) before += list[l] < static_cast<int>(row);
    place[k] = before;
    columns[before] = row;
  }
}

template <typename V>
__device__ __forceinline__ void moveValues(const V* values, const int* place, V* moved, int entries) {
  const unsigned k = globalThread();
  if (k < entries) moved[place[k]] = values[k];
}

SPMV_ENTRY(, transpose_clear, 3, clearCounts)
SPMV_ENTRY(, transpose_count, 3, countColumns)
SPMV_ENTRY(, transpose_scan_blocks, 3, scanBlocks)
SPMV_ENTRY(, transpose_scan_sums, 2, scanSums<int>)
SPMV_ENTRY(, transpose_scan_places, 3, scanPlaces<int>)
SPMV_ENTRY(, transpose_list, 6, listRows)
SPMV_ENTRY(, transpose_place, 7, placeEntries)
ENTRIES(transpose_values, 4, moveValues<V>)
