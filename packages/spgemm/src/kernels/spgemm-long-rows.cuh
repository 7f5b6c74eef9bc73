// The pattern of rows of C = AB that no hash table is for: a block takes a row and a window of 2^18 columns, a bit each
// in shared memory, so that columns come out sorted. Products are divided between threads whatever the lengths of the
// rows of B: Dalton, Olson, Bell, Optimizing sparse matrix-matrix multiplication for the GPU, TOMS 2015, section 3.
#pragma once

#include "block-scan.cuh"
#include "row-products.cuh"

constexpr int kWindow = 1 << 18;
constexpr int kLongBlock = 512;

/** What a block keeps: bits of its window, and the rows of B that its threads look at. */
struct Window {
  unsigned bits[kWindow / 32];
  int before[kLongBlock];
  unsigned from[kLongBlock];
  int scratch[kWarp + 1];
};

/** Bits of the columns of that row of C from `first` on, `wide` of them. */
__device__ __forceinline__ void putBits(Window& window, unsigned begin, unsigned end, const int* aColIndex,
                                        const int* bRowStart, const int* bColIndex, int first, int wide, bool whole) {
  for (int i = threadIdx.x; i < (wide + 31) / 32; i += kLongBlock) window.bits[i] = 0;
  for (unsigned base = begin; base < end; base += kLongBlock) {
    unsigned from = 0, to = 0;
    if (base + threadIdx.x < end) {
      const int row = aColIndex[base + threadIdx.x];
      from = bRowStart[row];
      to = bRowStart[row + 1];
      if (!whole) {
        from = firstFrom(bColIndex, from, to, first);
        to = firstFrom(bColIndex, from, to, first + wide);
      }
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
      if ((*const_cast<volatile unsigned*>(&window.bits[place >> 5]) & bit) == 0)
        atomicOr(&window.bits[place >> 5], bit);
    }
    __syncthreads();
  }
  __syncthreads();
}

/** Adds to counts[row] the entries in each window, and leaves them in `found`: for row list[first + i] and window w a
 * block i windows + w. */
__device__ __forceinline__ void countWindow(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                            const int* bColIndex, const int* list, int* counts, int* found, int first,
                                            int windows, int cols) {
  __shared__ Window window;
  const int row = list[first + blockIdx.x / windows];
  const int begin = static_cast<int>(blockIdx.x % windows) * kWindow;
  const int wide = min(kWindow, cols - begin);
  putBits(window, aRowStart[row], aRowStart[row + 1], aColIndex, bRowStart, bColIndex, begin, wide, windows == 1);
  int count = 0, all;
  for (int i = threadIdx.x; i < (wide + 31) / 32; i += kLongBlock) count += __popc(window.bits[i]);
  sumBefore(count, window.scratch, all);
  if (threadIdx.x != 0) return;
  found[blockIdx.x] = all;
  if (all > 0) atomicAdd(&counts[row], all);
}

/** Columns of C in each window, sorted, to their places. */
__device__ __forceinline__ void putWindow(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                          const int* bColIndex, const int* list, const int* rowStart, const int* found,
                                          int* colIndex, int first, int windows, int cols) {
  __shared__ Window window;
  const int own = static_cast<int>(blockIdx.x % windows);
  const unsigned firstWindow = blockIdx.x - own;
  const int row = list[first + blockIdx.x / windows];
  const int begin = own * kWindow;
  const int wide = min(kWindow, cols - begin);
  putBits(window, aRowStart[row], aRowStart[row + 1], aColIndex, bRowStart, bColIndex, begin, wide, windows == 1);
  int before = 0, earlier;
  for (int w = threadIdx.x; w < own; w += kLongBlock) before += found[firstWindow + w];
  sumBefore(before, window.scratch, earlier);
  int* to = colIndex + rowStart[row] + earlier;
  for (int base = 0; base < (wide + 31) / 32; base += kLongBlock) {
    const int i = base + static_cast<int>(threadIdx.x);
    unsigned bits = i < (wide + 31) / 32 ? window.bits[i] : 0;
    int all;
    int* place = to + sumBefore(__popc(bits), window.scratch, all);
    for (; bits != 0; bits &= bits - 1) *place++ = begin + 32 * i + __ffs(bits) - 1;
    to += all;
  }
}

SPMV_ENTRY(__launch_bounds__(kLongBlock), spgemm_count_long, 10, countWindow)
SPMV_ENTRY(__launch_bounds__(kLongBlock), spgemm_columns_long, 11, putWindow)
