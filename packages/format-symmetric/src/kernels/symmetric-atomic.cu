// y = alpha A x + beta y for A of which the lower triangle is stored, after y is scaled: T lanes a row, which add what
// an entry has for the row of its column atomically, and so in another order each time.
// also complex
#include "overlap.cuh"

template <typename V> __device__ __forceinline__ void scale(V* y, V alpha, V beta, int rows) {
  launchDependents();
  V* to = const_cast<V*>(waitForPrevious<V>(y).address);
  const unsigned i = globalThread();
  if (i < static_cast<unsigned>(rows)) to[i] = beta == V(0) ? V(0) : scaled(beta, to[i]);
}

template <int T, typename V>
__device__ __forceinline__ void scatterRows(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y,
                                            V alpha, V beta, int rows, int skew) {
  launchDependents();
  const unsigned row = globalGroup<T>();
  const bool mine = row < static_cast<unsigned>(rows);
  const int end = mine ? rowStart[row + 1] : 0;
  int k = mine ? rowStart[row] + static_cast<int>(threadIdx.x % T) : 0;
  const Operand<V> operand = waitForPrevious(x);
  const V own = operand.at(row, mine && k < end);
  V sum = 0;
  for (; k < end; k += T) {
    const unsigned column = stream(colIndex + k);
    const V value = stream(values + k);
    sum += value * operand[column];
    if (column != row) atomicAdd(y + column, scaled(alpha, mirrored(value, skew) * own));
  }
  sum = sumLanes<T>(sum);
  if (mine && threadIdx.x % T == 0) atomicAdd(y + row, scaled(alpha, sum));
}

ENTRIES(symmetric_scale, 4, scale<V>)
ENTRIES(symmetric_scatter_t1, 9, scatterRows<1, V>)
ENTRIES(symmetric_scatter_t2, 9, scatterRows<2, V>)
ENTRIES(symmetric_scatter_t4, 9, scatterRows<4, V>)
ENTRIES(symmetric_scatter_t8, 9, scatterRows<8, V>)
ENTRIES(symmetric_scatter_t16, 9, scatterRows<16, V>)
ENTRIES(symmetric_scatter_t32, 9, scatterRows<32, V>)
