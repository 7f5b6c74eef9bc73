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

  /** Waits for `count` slots, `first` and every `step` after it, adds them in order, and empties them. Loads of kSlots
   * slots are in flight together. */
  template <int kSlots = (V * M > 4 ? 2 : 4)>
  __device__ __forceinline__ void take(Pack<T, V> (&sum)[M], int first, int step, int count) const {
    for (int i = 0; i < count; i += kSlots) {
      decltype(bitsOf(T())) word[kSlots][M][V];
#pragma unroll
      for (int u = 0; u < kSlots; u++)
#pragma unroll
        for (int m = 0; m < M; m++)
#pragma unroll
          for (int v = 0; v < V; v++)
            if (i + u < count) word[u][m][v] = get(at(first + (i + u) * step, m, v));
#pragma unroll
      for (int u = 0; u < kSlots; u++) {
        if (i + u >= count) break;
#pragma unroll
        for (int m = 0; m < M; m++)
#pragma unroll
          for (int v = 0; v < V; v++) {
            T* const one = at(first + (i + u) * step, m, v);
            while (word[u][m][v] == 0) word[u][m][v] = get(one);
            put(one, 0);
            sum[m].at[v] += valueOf(~word[u][m][v]);
          }
      }
    }
  }

private:
  __device__ __forceinline__ T* at(int slot, int m, int v) const {
    return partials + static_cast<long long>(slot) * columns + first + (m * lanes + lane) * V + v;
  }
};
