// HYB in one launch. Every block has a task: 'rows' (one thread a row), 'warps' (32 threads for each row with much
// overflow) or 'one' (all threads for a row with very much). A row is finished by one task: nothing is added to y
// twice, and there are no atomics.
#include "common.cuh"

struct Task {
  int kind, first;
};
constexpr int kRows = 0, kWarps = 1;
constexpr int kWarp = 32;

template <typename V> struct Hyb {
  const int *overflowStart, *longRows, *ellColIndex, *cooColIndex;
  const V *ellValues, *cooValues, *x;
  unsigned rows, width, rowStep, placeStep, limit;
};

/** The ELLPACK part of a row by one thread, four places in flight; `place` is where it ended. */
template <typename V> __device__ __forceinline__ V ellSum(const Hyb<V>& A, unsigned row, unsigned* place) {
  V sum = 0;
  unsigned k = 0;
  unsigned slot = row * A.rowStep;
  const unsigned step = A.placeStep;
  for (; k + 4 <= A.width; k += 4, slot += 4 * step) {
    const int j0 = stream(A.ellColIndex + slot), j1 = stream(A.ellColIndex + slot + step);
    const int j2 = stream(A.ellColIndex + slot + 2 * step), j3 = stream(A.ellColIndex + slot + 3 * step);
    const V a0 = stream(A.ellValues + slot), a1 = stream(A.ellValues + slot + step);
    const V a2 = stream(A.ellValues + slot + 2 * step), a3 = stream(A.ellValues + slot + 3 * step);
    if (j0 >= 0) sum += a0 * __ldg(A.x + j0);
    if (j1 >= 0) sum += a1 * __ldg(A.x + j1);
    if (j2 >= 0) sum += a2 * __ldg(A.x + j2);
    if (j3 < 0) {
      *place = k;
      return sum;
    }
    sum += a3 * __ldg(A.x + j3);
  }
  for (; k < A.width; k++, slot += step) {
    const int j = stream(A.ellColIndex + slot);
    if (j < 0) break;
    sum += stream(A.ellValues + slot) * __ldg(A.x + j);
  }
  *place = k;
  return sum;
}

/** The part of a full row that falls to thread `lane` of `lanes`: both of its parts, strided. */
template <typename V>
__device__ __forceinline__ V stridedSum(const Hyb<V>& A, unsigned row, unsigned lane, unsigned lanes) {
  V sum = 0;
  for (unsigned k = lane; k < A.width; k += lanes) {
    const unsigned slot = row * A.rowStep + k * A.placeStep;
    sum += stream(A.ellValues + slot) * __ldg(A.x + stream(A.ellColIndex + slot));
  }
  const unsigned end = A.overflowStart[row + 1];
#pragma unroll 4
  for (unsigned k = A.overflowStart[row] + lane; k < end; k += lanes)
    sum += stream(A.cooValues + k) * __ldg(A.x + stream(A.cooColIndex + k));
  return sum;
}

template <typename V> __device__ __forceinline__ V warpSum(V sum) {
#pragma unroll
  for (int offset = kWarp / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  return sum;
}

template <typename V>
__device__ __forceinline__ void oneRow(const Hyb<V>& A, unsigned row, V* y, V alpha, V beta, V* partial) {
  V sum = warpSum(stridedSum(A, row, threadIdx.x, blockDim.x));
  if (threadIdx.x % kWarp == 0) partial[threadIdx.x / kWarp] = sum;
  __syncthreads();
  if (threadIdx.x >= kWarp) return;
  sum = warpSum(threadIdx.x < blockDim.x / kWarp ? partial[threadIdx.x] : V(0));
  if (threadIdx.x == 0) finishRow(y, row, sum, alpha, beta);
}

template <typename V> __device__ __forceinline__ void hyb(const Task* tasks, const Hyb<V>& A, V* y, V alpha, V beta) {
  __shared__ V partial[kWarp];
  const Task task = tasks[blockIdx.x];
  if (task.kind == kRows) {
    const unsigned row = task.first + threadIdx.x;
    if (row >= A.rows) return;
    unsigned place;
    V sum = ellSum(A, row, &place);
    if (place == A.width) {
      const unsigned first = A.overflowStart[row];
      const unsigned end = A.overflowStart[row + 1];
      if (end - first > A.limit) return;
      for (unsigned k = first; k < end; k++) sum += A.cooValues[k] * __ldg(A.x + A.cooColIndex[k]);
    }
    finishRow(y, row, sum, alpha, beta);
  } else if (task.kind == kWarps) {
    // longRows[0] is the number of rows that follow.
    const unsigned which = task.first + threadIdx.x / kWarp;
    if (which >= A.longRows[0]) return;
    const unsigned row = A.longRows[which + 1];
    const V sum = warpSum(stridedSum(A, row, threadIdx.x % kWarp, kWarp));
    if (threadIdx.x % kWarp == 0) finishRow(y, row, sum, alpha, beta);
  } else {
    oneRow(A, task.first, y, alpha, beta, partial);
  }
}

#define HYB(V, SUFFIX) \
  extern "C" __global__ void hyb_##SUFFIX(const Task* tasks, const int* overflowStart, const int* longRows, \
                                          const int* ellColIndex, const V* ellValues, const int* cooColIndex, \
                                          const V* cooValues, const V* x, V* y, V alpha, V beta, int rows, int width, \
                                          int rowStep, int placeStep, int limit) { \
    const Hyb<V> A = { \
        overflowStart,  longRows,        ellColIndex,       cooColIndex,         ellValues,      cooValues, x, \
        (unsigned)rows, (unsigned)width, (unsigned)rowStep, (unsigned)placeStep, (unsigned)limit}; \
    hyb<V>(tasks, A, y, alpha, beta); \
  }
HYB(double, f64)
HYB(float, f32)
