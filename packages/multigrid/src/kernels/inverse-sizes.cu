// E = D^-1 as a diagonal matrix, D being the sums of magnitudes of the rows of A.
#include "common.cuh"

constexpr int kRowLanes = 8;
/** What of its terms is left of a row of a coarse level where only rounding keeps it from 0. */
constexpr double kCancelled = 1e-12;

/** columns[i] <- i, inverse[i] <- 1 / sum_j |a_ij|, 1 of a row of zeros. With `before`, E of the level above, and R, of
 * which A is R A' R^T: where that sum has cancelled, the size of its terms, sum_k r_ik^2 / e_k, stands for it. */
template <typename V>
__device__ __forceinline__ void invertSizes(const int* rowStart, const V* values, const int* rRowStart,
                                            const int* rColIndex, const V* rValues, const V* before, int* starts,
                                            int* columns, V* inverse, int rows) {
  const unsigned row = globalGroup<kRowLanes>();
  const unsigned lane = threadIdx.x % kRowLanes;
  const bool isRow = row < rows;
  const unsigned begin = isRow ? rowStart[row] : 0, end = isRow ? rowStart[row + 1] : 0;
  V sum = 0, terms = 0;
  for (unsigned k = begin + lane; k < end; k += kRowLanes) sum += fabs(values[k]);
  if (before != nullptr && isRow) {
    const unsigned past = rRowStart[row + 1];
    for (unsigned k = rRowStart[row] + lane; k < past; k += kRowLanes)
      terms += rValues[k] * rValues[k] / before[rColIndex[k]];
  }
  sum = sumLanes<kRowLanes>(sum);
  terms = sumLanes<kRowLanes>(terms);
  if (row <= rows && lane == 0) starts[row] = row;
  if (!isRow || lane != 0) return;
  const V size = sum > 0 ? sum : V(1);
  inverse[row] = V(1) / (size < V(kCancelled) * terms ? terms : size);
  columns[row] = row;
}

ENTRY(inverse_sizes, f64, 10, invertSizes<V>)
