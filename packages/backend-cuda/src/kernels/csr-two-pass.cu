// CSR in two passes over memory that is only ever read and written in order. The first walks over the entries column
// block by column block with the block's part of x in shared memory, and writes the products. The second walks over
// tiles of rows: of every column block a tile has one run of products, and these runs it puts into shared memory in the
// order of its rows and adds up. Where x is read at random, a product costs a written and a read value instead of a
// whole sector of the cache for each entry. Two launches.
#include "four-values.cuh"
#include "product-runs.cuh"

/** Groups of four that a thread has in flight. */
constexpr int kFlight = 2;

__device__ __forceinline__ void storeFour(double* to, const double (&from)[kFour]) {
  reinterpret_cast<double2*>(to)[0] = make_double2(from[0], from[1]);
  reinterpret_cast<double2*>(to)[1] = make_double2(from[2], from[3]);
}
__device__ __forceinline__ void storeFour(float* to, const float (&from)[kFour]) {
  *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
}
template <typename R> __device__ __forceinline__ void storeFour(Complex<R>* to, const Complex<R> (&from)[kFour]) {
#pragma unroll
  for (int i = 0; i < kFour; i++) to[i] = from[i];
}

/** Products of the groups of four from `begin` to `end`; columns count from where `x` points. */
template <typename V, typename X>
__device__ __forceinline__ void multiply(int begin, int end, const ushort4* columns, const V* values, V* products,
                                         X x) {
  for (int first = begin + static_cast<int>(threadIdx.x); first < end; first += kFlight * blockDim.x) {
    V value[kFlight][kFour];
    ushort4 column[kFlight];
#pragma unroll
    for (int i = 0; i < kFlight; i++) {
      const int group = first + i * blockDim.x;
      if (group >= end) break;
      column[i] = stream(columns + group);
      loadFour(values + static_cast<size_t>(group) * kFour, value[i]);
    }
#pragma unroll
    for (int i = 0; i < kFlight; i++) {
      const int group = first + i * blockDim.x;
      if (group >= end) break;
      value[i][0] *= x[column[i].x];
      value[i][1] *= x[column[i].y];
      value[i][2] *= x[column[i].z];
      value[i][3] *= x[column[i].w];
      storeFour(products + static_cast<size_t>(group) * kFour, value[i]);
    }
  }
}

/** First pass: a share is (first segment, segments), a segment (first column, columns, first group of four, the one
 * after the last). */
template <typename V>
__device__ __forceinline__ void formProducts(const int2* shares, const int4* segments, const ushort4* columns,
                                             const V* values, V* products, const V* x) {
  V* const staged = reinterpret_cast<V*>(kernelShared);
  launchDependents();
  const int2 share = shares[blockIdx.x];
  const Operand<V> operand = waitForPrevious(x);
  for (int s = share.x; s < share.x + share.y; s++) {
    const int4 segment = segments[s];
    const Operand<V> part = {operand.address + segment.x};
    // So few entries that x costs less where it is.
    if ((segment.w - segment.z) * kFour * 2 < segment.y) {
      multiply(segment.z, segment.w, columns, values, products, part);
      continue;
    }
    __syncthreads();
#pragma unroll 8
    for (int c = threadIdx.x; c < segment.y; c += blockDim.x) staged[c] = part[c];
    __syncthreads();
    multiply(segment.z, segment.w, columns, values, products, static_cast<const V*>(staged));
  }
}

BOUNDED_ENTRIES((1024), csr_two_pass_products, 6, formProducts<V>)
BOUNDED_ENTRIES((512), csr_two_pass_rows, 11, sumProductRuns<V>)
