// Routines of the backend itself: scaling a vector, evicting the caches, copying.
#include "common.cuh"

/** y <- beta y. Of every `period` elements those past `extent`, and of every `line` of these those past `used`, are
 * gaps. */
template <typename V>
__device__ void scale(V* y, Sum<V> beta, unsigned length, unsigned period, unsigned line, unsigned used,
                      unsigned extent) {
  const unsigned i = globalThread();
  const unsigned within = i % period;
  if (i < length && within % line < used && within < extent)
    y[i] = V(beta == Sum<V>(0) ? Sum<V>(0) : scaled(beta, Sum<V>(y[i])));
}
ENTRIES(scale, 7, scale<V>)
ENTRY(scale, bf16, 7, scale<V>)
ENTRY(scale, c128, 7, scale<V>)
ENTRY(scale, c64, 7, scale<V>)

/** `length` elements: y[to + i] <- y[to + i] + x[from + i]. */
template <typename V> __device__ void add(V* y, const V* x, long long to, long long from, long long length) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < length) y[to + i] += x[from + i];
}
ENTRIES(add, 5, add<V>)

/** y <- parts[first] + parts[first + stride] + ..., `count` of them, in this order. By one thread. */
template <typename V> __device__ void sumParts(V* y, const V* parts, int first, int stride, int count) {
  if (globalThread() != 0) return;
  V sum = parts[first];
  for (int p = 1; p < count; p++) sum += parts[first + p * stride];
  y[0] = sum;
}
ENTRIES(sum_parts, 5, sumParts<V>)

/** Reads all of `buffer`, which holds zeros; writes nothing, but the compiler does not know. */
extern "C" __global__ void evict(float4* buffer, int length) {
  float sum = 0;
  for (unsigned i = globalThread(); i < length; i += gridDim.x * blockDim.x) {
    const float4 v = __ldcg(buffer + i);
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum != 0) buffer[0].x = sum;
}

/** y <- x, 16 bytes a thread and step: the bandwidth every product is compared with. */
extern "C" __global__ void copy(float4* y, const float4* x, int length) {
  for (unsigned i = globalThread(); i < length; i += gridDim.x * blockDim.x) __stcs(y + i, stream(x + i));
}
