// C = A^T: rows of C as lists of rows of A in any order, in which each entry then counts those before it, so that the
// result does not depend on that order. Time of a column of n entries: n^2.
#pragma once

#include "scan.cuh"

/** Lanes that read a row. */
constexpr int kTransposeLanes = 8;

__device__ __forceinline__ void clearTransposed(int* counts, int* cursor, int length) {
  const unsigned i = globalThread();
  if (i <= length) counts[i] = 0;
  if (i < length) cursor[i] = 0;
}

__device__ __forceinline__ void countColumns(const int* colIndex, int* counts, int entries) {
  const unsigned k = globalThread();
  if (k < entries) atomicAdd(&counts[colIndex[k]], 1);
}

/** list[start[j] …] <- rows with an entry in column j, in any order. */
__device__ __forceinline__ void listByColumns(const int* rowStart, const int* colIndex, const int* start, int* cursor,
                                              int* list, int rows) {
  const unsigned row = globalGroup<kTransposeLanes>();
  if (row >= rows) return;
  const unsigned end = rowStart[row + 1];
  for (unsigned k = rowStart[row] + threadIdx.x % kTransposeLanes; k < end; k += kTransposeLanes) {
    const int j = colIndex[k];
    list[start[j] + atomicAdd(&cursor[j], 1)] = row;
  }
}

/** place[k] <- where entry k of A is in C, and its column there. */
__device__ __forceinline__ void placeTransposed(const int* rowStart, const int* colIndex, const int* start,
                                                const int* list, int* place, int* columns, int rows) {
  const unsigned row = globalGroup<kTransposeLanes>();
  if (row >= rows) return;
  const unsigned end = rowStart[row + 1];
  for (unsigned k = rowStart[row] + threadIdx.x % kTransposeLanes; k < end; k += kTransposeLanes) {
    const int j = colIndex[k];
    const int first = start[j], past = start[j + 1];
    int before = first;
    for (int l = first; l < past; l++) before += list[l] < static_cast<int>(row);
    place[k] = before;
    columns[before] = row;
  }
}

template <typename V>
__device__ __forceinline__ void moveTransposed(const V* values, const int* place, V* moved, int entries) {
  const unsigned k = globalThread();
  if (k < entries) moved[place[k]] = values[k];
}

/** The launches of it, by the name of a module. */
#define TRANSPOSE_ENTRIES(MODULE) \
  SPMV_ENTRY(, MODULE##_clear, 3, clearTransposed) \
  SPMV_ENTRY(, MODULE##_count, 3, countColumns) \
  SPMV_ENTRY(, MODULE##_scan_blocks, 3, scanBlocks) \
  SPMV_ENTRY(, MODULE##_scan_sums, 2, scanSums<int>) \
  SPMV_ENTRY(, MODULE##_scan_places, 3, scanPlaces<int>) \
  SPMV_ENTRY(, MODULE##_list, 6, listByColumns) \
  SPMV_ENTRY(, MODULE##_place, 7, placeTransposed) \
  ENTRIES(MODULE##_values, 4, moveTransposed<V>)
