// Sliced ELLPACK, one thread a row: a warp loads 32 neighbouring slots, whole sectors of them where C is a multiple
// of 8. Four places are in flight at once: padding is at the end of a row, so the last of four tells of all. What is
// done with the sum of a row is the caller's.
#pragma once

#include "overlap.cuh"

/** Places of a row that are in flight. */
constexpr int kPlacesAtOnce = 4;

/** The row of this thread, C being FIXED_C or, where that is 0, `anyC`: calls finish(row, sum) after the kernels before
 * have ended. */
template <unsigned FIXED_C, typename V, typename Finish>
__device__ __forceinline__ void sellRow(const int* sliceStart, const int* rowOrder, const int* colIndex,
                                        const V* values, const V* x, unsigned rows, unsigned anyC, int sorted,
                                        Finish&& finish) {
  launchDependents();
  const unsigned C = FIXED_C > 0 ? FIXED_C : anyC;
  const unsigned place = globalThread();
  if (place >= rows) return;
  const unsigned slice = place / C;
  const unsigned end = sliceStart[slice + 1];
  unsigned slot = sliceStart[slice] + place % C;
  const unsigned row = sorted ? rowOrder[place] : place;
  int column[kPlacesAtOnce];
  V value[kPlacesAtOnce];
  const auto load = [&] {
#pragma unroll
    for (int u = 0; u < kPlacesAtOnce; u++) {
      const unsigned at = slot + u * C;
      column[u] = at < end ? stream(colIndex + at) : -1;
      value[u] = at < end ? stream(values + at) : V(0);
    }
  };
  load();
  const Operand<V> operand = waitForPrevious(x);
  V sum = 0;
  while (true) {
#pragma unroll
    for (int u = 0; u < kPlacesAtOnce; u++) {
      const V other = operand.at(column[u], column[u] >= 0);
      if (column[u] >= 0) sum += value[u] * other;
    }
    if (column[kPlacesAtOnce - 1] < 0) break;
    slot += kPlacesAtOnce * C;
    load();
  }
  finish(row, sum);
}
