// y[first + k] <- the k-th of eight numbers, by one thread.
// also complex
#include "overlap.cuh"

template <typename V>
__device__ __forceinline__ void gather(const V* a, const V* b, const V* c, const V* d, const V* e, const V* f,
                                       const V* g, const V* h, V* y, V first, int n) {
  launchDependents();
  const V numbers[8] = {waitForPrevious(a)[0], waitForPrevious(b)[0], waitForPrevious(c)[0], waitForPrevious(d)[0],
                        waitForPrevious(e)[0], waitForPrevious(f)[0], waitForPrevious(g)[0], waitForPrevious(h)[0]};
  const long long begin = static_cast<long long>(realPart(first));
#pragma unroll
  for (int k = 0; k < 8; k++) {
    if (begin + k >= 0 && begin + k < n) y[begin + k] = numbers[k];
  }
}
ENTRIES(gather, 11, gather<V>)
