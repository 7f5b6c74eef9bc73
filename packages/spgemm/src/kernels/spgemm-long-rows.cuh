// The pattern of rows of C = AB that no hash table is for: a block takes a row and a window of columns, all of them
// where shared memory has a bit for each, so that columns come out sorted. Products are divided between threads
// whatever the lengths of the rows of B: Dalton, Olson, Bell, Optimizing sparse matrix-matrix multiplication for the
// GPU, TOMS 2015, section 3.
#pragma once

#include "block-scan.cuh"
#include "row-products.cuh"

constexpr int kLongBlock = 512;

/** What a block keeps besides the bits of its window: the rows of B that its threads look at. */
struct Window {
  int before[kLongBlock];
  unsigned from[kLongBlock];
  int scratch[kWarp + 1];
};

__device__ __forceinline__ unsigned* windowBits() { return reinterpret_cast<unsigned*>(kernelShared); }

/** Bits of the columns of that row of C from `first` on, `wide` of them. */
__device__ __forceinline__ void putBits(Window& window, unsigned begin, unsigned end, const int* aColIndex,
                                        const int* bRowStart, const int* bColIndex, int first, int wide, bool whole) {
  unsigned* const bits = windowBits();
  for (int i = threadIdx.x; i < (wide + 31) / 32; i += kLongBlock) bits[i] = 0;
  for (unsigned base = begin; base < end; base += kLongBlock) {
    unsigned from = 0, to = 0;
    if (base + threadIdx.x < end) {
      const int row = aColIndex[base + threadIdx.x];
      from = bRowStart[row];
      to = bRowStart[row + 1];
      if (!whole) narrowTo(bColIndex, from, to, first, first + wide);
    }
    int products;
    const int before = sumBefore(static_cast<int>(to - from), window.scratch, products);
    window.before[threadIdx.x] = before;
    window.from[threadIdx.x] = from;
    __syncthreads();
    for (int p = threadIdx.x; p < products; p += kLongBlock) {
      // The last that begins no later than p: those without products before it begin there, too.
      int of = 0;
#pragma unroll
      for (int step = kLongBlock / 2; step > 0; step /= 2)
        if (window.before[of + step] <= p) of += step;
      const int place = bColIndex[window.from[of] + (p - window.before[of])] - first;
      const unsigned bit = 1u << (place & 31);
      if ((*const_cast<volatile unsigned*>(&bits[place >> 5]) & bit) == 0) atomicOr(&bits[place >> 5], bit);
    }
    __syncthreads();
  }
  __syncthreads();
}

/** Adds to counts[row] the entries in each window, and leaves them in `found`: for row list[first + i] and window w of
 * `window` columns a block i windows + w. Either may be null. */
__device__ __forceinline__ void countWindow(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                            const int* bColIndex, const int* list, int* counts, int* found, int first,
                                            int windows, int window, int cols) {
  __shared__ Window own;
  const int row = list[first + blockIdx.x / windows];
  const int begin = static_cast<int>(blockIdx.x % windows) * window;
  const int wide = min(window, cols - begin);
  putBits(own, aRowStart[row], aRowStart[row + 1], aColIndex, bRowStart, bColIndex, begin, wide, windows == 1);
  int count = 0, all;
  for (int i = threadIdx.x; i < (wide + 31) / 32; i += kLongBlock) count += __popc(windowBits()[i]);
  sumBefore(count, own.scratch, all);
  if (threadIdx.x != 0) return;
  if (found != nullptr) found[blockIdx.x] = all;
  if (counts != nullptr && all > 0) atomicAdd(&counts[row], all);
}

/**
 * Columns of C in each window, sorted, to their places after rowStart[row]. With counts there is one window, which
 * nobody has counted: how many columns it has goes there.
 */
__device__ __forceinline__ void putWindow(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                          const int* bColIndex, const int* list, const int* rowStart, const int* found,
                                          int* colIndex, int* counts, int first, int windows, int window, int cols) {
  __shared__ Window own;
  const int of = static_cast<int>(blockIdx.x % windows);
  const unsigned firstWindow = blockIdx.x - of;
  const int row = list[first + blockIdx.x / windows];
  const int begin = of * window;
  const int wide = min(window, cols - begin);
  putBits(own, aRowStart[row], aRowStart[row + 1], aColIndex, bRowStart, bColIndex, begin, wide, windows == 1);
  int before = 0, earlier;
  for (int w = threadIdx.x; w < of; w += kLongBlock) before += found[firstWindow + w];
  sumBefore(before, own.scratch, earlier);
  int* const start = colIndex + rowStart[row] + earlier;
  int* to = start;
  for (int base = 0; base < (wide + 31) / 32; base += kLongBlock) {
    const int i = base + static_cast<int>(threadIdx.x);
    unsigned bits = i < (wide + 31) / 32 ? windowBits()[i] : 0;
    int all;
    int* place = to + sumBefore(__popc(bits), own.scratch, all);
    for (; bits != 0; bits &= bits - 1) *place++ = begin + 32 * i + __ffs(bits) - 1;
    to += all;
  }
  if (counts != nullptr && threadIdx.x == 0) counts[row] = static_cast<int>(to - start);
}

/** Columns of rows list[first ..], which wait where there was room for them, to their places in C. A block a row. */
__device__ __forceinline__ void copyLong(const int* list, const int* room, const int* from, const int* rowStart,
                                         int* colIndex, int first) {
  const int row = list[first + blockIdx.x];
  const int begin = rowStart[row], length = rowStart[row + 1] - begin, place = room[row];
#pragma unroll 4
  for (int i = threadIdx.x; i < length; i += kLongBlock) colIndex[begin + i] = from[place + i];
}

SPMV_ENTRY(__launch_bounds__(kLongBlock), spgemm_copy_long, 6, copyLong)
SPMV_ENTRY(__launch_bounds__(kLongBlock), spgemm_count_long, 11, countWindow)
SPMV_ENTRY(__launch_bounds__(kLongBlock), spgemm_columns_long, 13, putWindow)
