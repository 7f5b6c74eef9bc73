// Sliced ELLPACK, T threads a row, blockDim / T apart, so that a warp still loads neighbouring slots. For long rows,
// and for few rows.
// also complex
#include "overlap.cuh"

template <unsigned T, typename V>
__device__ __forceinline__ void sellT(const int* sliceStart, const int* rowOrder, const int* colIndex, const V* values,
                                      const V* x, V* y, V alpha, V beta, unsigned rows, unsigned C, int sorted) {
  V* const partial = reinterpret_cast<V*>(kernelShared);
  launchDependents();
  const unsigned rowsHere = blockDim.x / T;
  const unsigned lane = threadIdx.x / rowsHere;
  const unsigned place = blockIdx.x * rowsHere + threadIdx.x % rowsHere;
  const unsigned step = T * C;
  unsigned slot = 0, end = 0, row = 0;
  if (place < rows) {
    const unsigned slice = place / C;
    end = sliceStart[slice + 1];
    slot = sliceStart[slice] + place % C + lane * C;
    row = sorted ? rowOrder[place] : place;
  }
  int j0, j1;
  V a0, a1;
  const auto load = [&] {
    j0 = slot < end ? stream(colIndex + slot) : -1;
    a0 = slot < end ? stream(values + slot) : V(0);
    j1 = slot + step < end ? stream(colIndex + slot + step) : -1;
    a1 = slot + step < end ? stream(values + slot + step) : V(0);
  };
  load();
  const Operand<V> operand = waitForPrevious(x);
  V sum = 0;
  while (true) {
    const V x0 = operand.at(j0, j0 >= 0), x1 = operand.at(j1, j1 >= 0);
    if (j0 >= 0) sum += a0 * x0;
    if (j1 < 0) break;
    sum += a1 * x1;
    slot += 2 * step;
    load();
  }
  partial[threadIdx.x] = sum;
  for (unsigned half = T / 2; half > 0; half /= 2) {
    __syncthreads();
    if (lane < half) partial[threadIdx.x] += partial[threadIdx.x + half * rowsHere];
  }
  if (lane == 0 && place < rows) finishRow(y, row, partial[threadIdx.x], alpha, beta);
}

ENTRIES(sell_t2, 11, sellT<2, V>)
ENTRIES(sell_t4, 11, sellT<4, V>)
ENTRIES(sell_t8, 11, sellT<8, V>)
