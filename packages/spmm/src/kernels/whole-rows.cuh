// Rows of X that are known to be there, loaded in few instructions.
#pragma once

#include "spmm.cuh"

/** Rows of X without a test: a lane without columns loads those of the first one. Rows are less than 2^32 bytes apart.
 */
template <typename T, int V, int M> class WholeRows {
public:
  __device__ __forceinline__ WholeRows(const T* x, const Steps& steps, int start, int lane, int lanes, int vectors)
      : rowBytes_(static_cast<unsigned>(steps.xRow * sizeof(T))) {
#pragma unroll
    for (int m = 0; m < M; m++) {
      const int first = start + (m * lanes + lane) * V;
      x_[m] = reinterpret_cast<const char*>(x + (first < vectors ? first : start) * steps.xCol);
    }
  }

  __device__ __forceinline__ Pack<T, V> load(unsigned row, int m) const {
    return loadPack(reinterpret_cast<const Pack<T, V>*>(x_[m] + static_cast<unsigned long long>(row) * rowBytes_),
                    true);
  }

private:
  const char* x_[M];
  unsigned rowBytes_;
};
