// E = D^-1 as a diagonal matrix, D being the sums of magnitudes of the rows of A.
#include "common.cuh"

constexpr int kRowLanes = 8;
/** What of its terms is left of a row of a coarse level where only rounding keeps it from 0. */
constexpr double kCancelled = 1e-12;

/** e_kk, 0 where there is no entry: whatever E is, nothing beside it is read. */
template <typename V>
__device__ __forceinline__ V diagonalAt(const int* rowStart, const int* colIndex, const V* values, int k) {
  const unsigned end = rowStart[k + 1];
  for (unsigned m = rowStart[k]; m < end; m++)
    if (colIndex[m] == k) return values[m];
  return 0;
}

/** columns[i] <- i, inverse[i] <- 1 / sum_j |a_ij|, 1 of a row of zeros. With E of the level above, and R, of which A
 * is R A' R^T: where that sum has cancelled, the size of its terms, sum_k r_ik^2 / e_kk, stands for it. */
template <typename V>
__device__ __forceinline__ void invertSizes(const int* rowStart, const V* values, const int* rRowStart,
                                            const int* rColIndex, const V* rValues, const int* eRowStart,
                                            const int* eColIndex, const V* eValues, int* starts, int* columns,
                                            V* inverse, int rows) {
  const unsigned row = globalGroup<kRowLanes>();
  const unsigned lane = threadIdx.x % kRowLanes;
  const bool isRow = row < rows;
  const unsigned begin = isRow ? rowStart[row] : 0, end = isRow ? rowStart[row + 1] : 0;
  V sum = 0, terms = 0;
  for (unsigned k = begin + lane; k < end; k += kRowLanes) sum += fabs(values[k]);
  if (eRowStart != nullptr && isRow) {
    const unsigned past = rRowStart[row + 1];
    for (unsigned k = rRowStart[row] + lane; k < past; k += kRowLanes) {
      const V before = diagonalAt(eRowStart, eColIndex, eValues, rColIndex[k]);
      if (before != 0) terms += rValues[k] * rValues[k] / before;
    }
  }
  sum = sumLanes<kRowLanes>(sum);
  terms = sumLanes<kRowLanes>(terms);
  if (row <= rows && lane == 0) starts[row] = row;
  if (!isRow || lane != 0) return;
  const V size = sum > 0 ? sum : V(1);
  inverse[row] = V(1) / (size < V(kCancelled) * terms ? terms : size);
  columns[row] = row;
}

ENTRY(inverse_sizes, f64, 12, invertSizes<V>)
