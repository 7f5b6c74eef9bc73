// Where rows begin and end: int or, beyond 2^31 entries, whole numbers in double.
#pragma once

// Entries are counted in 32 bits from `firstOf` on, where the pointers of a row go: from the first entry of all, or of
// the row, which has fewer than 2^31 of them however many are before it.
__device__ __forceinline__ size_t firstOf(const int*, unsigned) { return 0; }
__device__ __forceinline__ unsigned beginOf(const int* rowStart, unsigned row) { return rowStart[row]; }
__device__ __forceinline__ unsigned endOf(const int* rowStart, unsigned row) { return rowStart[row + 1]; }
__device__ __forceinline__ size_t firstOf(const double* rowStart, unsigned row) { return rowStart[row]; }
__device__ __forceinline__ unsigned beginOf(const double*, unsigned) { return 0; }
__device__ __forceinline__ unsigned endOf(const double* rowStart, unsigned row) {
  return rowStart[row + 1] - rowStart[row];
}
