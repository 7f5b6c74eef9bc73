// One thread an element of C.
#include "product.cuh"

template <typename V>
__device__ __forceinline__ void naive(const V* left, const V* right, V* out, Sum<V> alpha, Sum<V> beta, int m, int n,
                                      int k, long long leftStep, long long rightStep, long long outStep,
                                      long long leftBatch, long long rightBatch, long long outBatch, int leftDeep,
                                      int rightDeep, int batch) {
  const bool byRows = leftDeep != 0, byColumns = rightDeep != 0;
  const long long each = static_cast<long long>(m) * n;
  const long long at = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (at >= each * batch) return;
  const long long product = at / each, element = at - product * each;
  const int i = static_cast<int>(element / n), j = static_cast<int>(element - static_cast<long long>(i) * n);
  const V* a = left + product * leftBatch + (byRows ? i * leftStep : i);
  const V* b = right + product * rightBatch + (byColumns ? j * rightStep : j);
  const long long nextA = byRows ? 1 : leftStep, nextB = byColumns ? 1 : rightStep;
  Sum<V> sum = 0;
  for (int l = 0; l < k; l++) sum += Sum<V>(a[l * nextA]) * Sum<V>(b[l * nextB]);
  V* to = out + product * outBatch + i * outStep + j;
  *to = V(beta == Sum<V>(0) ? alpha * sum : alpha * sum + beta * Sum<V>(*to));
}

ENTRIES(naive, 17, naive<V>)
ENTRY(naive, bf16, 17, naive<V>)
