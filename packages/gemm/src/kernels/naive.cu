// One thread an element of C.
#include "product.cuh"

template <typename V>
__device__ __forceinline__ void naive(PRODUCT_PARAMETERS(V), bool leftDeep, bool rightDeep, int batch) {
  const long long each = static_cast<long long>(m) * n;
  const long long at = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (at >= each * batch) return;
  const long long product = at / each, element = at - product * each;
  const int i = static_cast<int>(element / n), j = static_cast<int>(element - static_cast<long long>(i) * n);
  const V* a = left + product * leftBatch + (leftDeep ? i * leftStep : i);
  const V* b = right + product * rightBatch + (rightDeep ? j * rightStep : j);
  const long long nextA = leftDeep ? 1 : leftStep, nextB = rightDeep ? 1 : rightStep;
  Sum<V> sum = 0;
  for (int l = 0; l < k; l++) sum += Sum<V>(a[l * nextA]) * Sum<V>(b[l * nextB]);
  V* to = out + product * outBatch + i * outStep + j;
  *to = V(beta == Sum<V>(0) ? alpha * sum : alpha * sum + beta * Sum<V>(*to));
}

#define NAIVE(V, SUFFIX) \
  extern "C" __global__ void naive_##SUFFIX(PRODUCT_PARAMETERS(V), int leftDeep, int rightDeep, int batch) { \
    naive<V>(left, right, out, alpha, beta, m, n, k, leftStep, rightStep, outStep, leftBatch, rightBatch, outBatch, \
             leftDeep != 0, rightDeep != 0, batch); \
  }
NAIVE(double, f64)
NAIVE(float, f32)
NAIVE(Bf16, bf16)
