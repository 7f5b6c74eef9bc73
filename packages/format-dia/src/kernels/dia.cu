// DIA, one thread an element of y: element k has its entry of a diagonal in row k, and it meets x[k + offset];
// transposed, in row k - offset, where it meets x of that row. Neighbouring threads load neighbouring values and x.
// also complex
#include "overlap.cuh"

/** Diagonals a thread has in flight. */
constexpr int kAtOnce = 4;

template <bool TRANSPOSED, typename A, typename V>
__device__ __forceinline__ void dia(const int* offset, const unsigned* filled, const A* values, const V* x, V* y,
                                    V alpha, V beta, int length, int rows, int diagonals, int words) {
  launchDependents();
  const unsigned k = globalThread();
  if (k >= static_cast<unsigned>(length)) return;
  int other[kAtOnce];
  V value[kAtOnce];
  const auto load = [&](int first) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const int d = first + u;
      other[u] = -1;
      value[u] = 0;
      if (d >= diagonals) continue;
      const int shift = __ldg(offset + d);
      const int row = TRANSPOSED ? static_cast<int>(k) - shift : static_cast<int>(k);
      if (row < 0 || row >= rows) continue;
      if ((__ldg(filled + static_cast<size_t>(d) * words + row / 32) >> row % 32 & 1) == 0) continue;
      other[u] = TRANSPOSED ? row : static_cast<int>(k) + shift;
      value[u] = stream(values + static_cast<size_t>(d) * rows + row);
    }
  };
  load(0);
  const Operand<V> operand = waitForPrevious(x);
  V sum = 0;
  for (int d = 0; d < diagonals; load(d)) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) {
      const V at = operand.at(other[u], other[u] >= 0);
      if (other[u] >= 0) sum += value[u] * at;
    }
    d += kAtOnce;
  }
  finishRow(y, k, sum, alpha, beta);
}

ENTRIES(dia, 11, dia<false, A, V>)
ENTRIES(dia_transposed, 11, dia<true, A, V>)
CONJUGATED_ENTRIES(, dia_transposed, 11, dia<true, A, V>)
