// Sliced ELLPACK, T threads a row, blockDim / T apart, so that a warp still loads neighbouring slots. For long rows,
// and for few rows.
#include "common.cuh"

template <unsigned T, typename V>
__device__ __forceinline__ void sellT(const int* __restrict__ sliceStart, const int* __restrict__ rowOrder,
                                      const int* __restrict__ colIndex, const V* __restrict__ values,
                                      const V* __restrict__ x, V* __restrict__ y, V alpha, V beta, unsigned rows,
                                      unsigned C, int sorted, V* partial) {
  const unsigned rowsHere = blockDim.x / T;
  const unsigned lane = threadIdx.x / rowsHere;
  const unsigned place = blockIdx.x * rowsHere + threadIdx.x % rowsHere;
  V sum = 0;
  if (place < rows) {
    const unsigned slice = place / C;
    const unsigned end = sliceStart[slice + 1];
    const unsigned step = T * C;
    unsigned slot = sliceStart[slice] + place % C + lane * C;
    for (; slot + step < end; slot += 2 * step) {
      const int j0 = stream(colIndex + slot), j1 = stream(colIndex + slot + step);
      const V a0 = stream(values + slot), a1 = stream(values + slot + step);
      if (j0 >= 0) sum += a0 * __ldg(x + j0);
      if (j1 < 0) {
        slot = end;
        break;
      }
      sum += a1 * __ldg(x + j1);
    }
    if (slot < end) {
      const int j = stream(colIndex + slot);
      if (j >= 0) sum += stream(values + slot) * __ldg(x + j);
    }
  }
  partial[threadIdx.x] = sum;
  for (unsigned half = T / 2; half > 0; half /= 2) {
    __syncthreads();
    if (lane < half) partial[threadIdx.x] += partial[threadIdx.x + half * rowsHere];
  }
  if (lane == 0 && place < rows) finishRow(y, sorted ? rowOrder[place] : place, partial[threadIdx.x], alpha, beta);
}

#define SELL_T(T, V, SUFFIX) \
  extern "C" __global__ void sell_t##T##_##SUFFIX(const int* sliceStart, const int* rowOrder, const int* colIndex, \
                                                  const V* values, const V* x, V* y, V alpha, V beta, int rows, int C, \
                                                  int sorted) { \
    extern __shared__ V shared_##SUFFIX[]; \
    sellT<T, V>(sliceStart, rowOrder, colIndex, values, x, y, alpha, beta, rows, C, sorted, shared_##SUFFIX); \
  }
#define SELL_T_ALL(V, SUFFIX) SELL_T(2, V, SUFFIX) SELL_T(4, V, SUFFIX) SELL_T(8, V, SUFFIX)
SELL_T_ALL(double, f64)
SELL_T_ALL(float, f32)
