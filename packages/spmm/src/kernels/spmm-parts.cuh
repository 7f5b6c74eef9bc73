// Rows divided between several blocks or warps: the sums of every part but the last are left in memory, a number for
// each slot and column, as split-row.cuh says.
#pragma once

#include "spmm.cuh"
#include "split-row.cuh"

/** The slots of the columns that a lane has: those of one slot are `columns` in number, of a group from `first` on. */
template <typename T, int V, int M> struct Parts {
  T* partials;
  int columns, first, lane, lanes;

  __device__ __forceinline__ void leave(int slot, const Pack<T, V> (&sum)[M]) const {
#pragma unroll
    for (int m = 0; m < M; m++)
#pragma unroll
      for (int v = 0; v < V; v++) leavePartialSum(at(slot, m, v), sum[m].at[v]);
  }

  /** Waits for the slots before `slot`, `from` before it and every `step` after that, adds them in order, and empties
   * them. */
  __device__ __forceinline__ void take(Pack<T, V> (&sum)[M], int slot, int from, int step) const {
    for (int before = from; before > 0; before -= step)
#pragma unroll
      for (int m = 0; m < M; m++)
#pragma unroll
        for (int v = 0; v < V; v++) {
          T* const one = at(slot - before, m, v);
          auto word = get(one);
          while (word == 0) word = get(one);
          put(one, 0);
          sum[m].at[v] += valueOf(~word);
        }
  }

private:
  __device__ __forceinline__ T* at(int slot, int m, int v) const {
    return partials + static_cast<long long>(slot) * columns + first + (m * lanes + lane) * V + v;
  }
};
