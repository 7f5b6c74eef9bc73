// CSR in two passes over memory that is only ever read and written in order. The first walks over the entries column
// block by column block with the block's part of x in shared memory, and writes the products. The second walks over
// tiles of rows: of every column block a tile has one run of products, and these runs it puts into shared memory in the
// order of its rows and adds up. Where x is read at random, a product costs a written and a read value instead of a
// whole sector of the cache for each entry. Two launches.
#include "four-values.cuh"
#include "row-tiles.cuh"

/** Groups of four, and products, that a thread has in flight. */
constexpr int kFlight = 2;
constexpr int kRunFlight = 4;

__device__ __forceinline__ void storeFour(double* to, const double (&from)[kFour]) {
  reinterpret_cast<double2*>(to)[0] = make_double2(from[0], from[1]);
  reinterpret_cast<double2*>(to)[1] = make_double2(from[2], from[3]);
}
__device__ __forceinline__ void storeFour(float* to, const float (&from)[kFour]) {
  *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
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
                                             const V* values, V* products, const V* x, V* staged) {
  letNextBegin();
  const int2 share = shares[blockIdx.x];
  const Operand<V> operand = afterEarlier(x);
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

/**
 * Where the product of entry `k` is, entries counted tile by tile and column block by column block: 32 of them have
 * (the entries at which a run begins, the run before the first of these), a run how far its products are ahead.
 */
__device__ __forceinline__ int placeOf(int k, const uint2* groups, const int* ahead) {
  const uint2 group = __ldg(groups + k / kWarp);
  return k + __ldg(ahead + (group.y + __popc(group.x & (kAllLanes >> (kWarp - 1 - k % kWarp)))));
}

template <typename V>
__device__ __forceinline__ void sumRows(const int4* tiles, const int2* places, const int* rowStart, const uint2* groups,
                                        const int* ahead, const unsigned short* slots, const V* products, V* partials,
                                        V* y, V alpha, V beta, V* shared) {
  letNextBegin();
  const int4 packed = tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  // From a multiple of 32, so that a warp's entries are in one group.
  const int from = (tile.entryBegin & ~(kWarp - 1)) + static_cast<int>(threadIdx.x);
  if (tile.rowEnd == tile.rowBegin) {
    const Operand<V> formed = afterEarlier(products);
    V sum = 0;
#pragma unroll 4
    for (int k = from; k < tile.entryEnd; k += blockDim.x) {
      if (k >= tile.entryBegin) sum += formed[placeOf(k, groups, ahead)];
    }
    sum = sumBlock(sum, shared);
    const int2 place = places[blockIdx.x];
    if (threadIdx.x < kWarp) joinRow(partials, place.x, place.y, y, tile.rowBegin, sum, alpha, beta);
    return;
  }
  int slot[kRunFlight];
  int place[kRunFlight];
  const auto load = [&](int first) {
#pragma unroll
    for (int i = 0; i < kRunFlight; i++) {
      const int k = first + i * blockDim.x;
      const bool there = k >= tile.entryBegin && k < tile.entryEnd;
      slot[i] = there ? stream(slots + k) : -1;
      place[i] = there ? placeOf(k, groups, ahead) : 0;
    }
  };
  load(from);
  const Operand<V> formed = afterEarlier(products);
  for (int first = from; first < tile.entryEnd; load(first)) {
    V product[kRunFlight];
#pragma unroll
    for (int i = 0; i < kRunFlight; i++) product[i] = formed.at(place[i], slot[i] >= 0);
#pragma unroll
    for (int i = 0; i < kRunFlight; i++) {
      if (slot[i] >= 0) shared[slot[i]] = product[i];
    }
    first += kRunFlight * blockDim.x;
  }
  sumTile(tile, rowStart, static_cast<const V*>(shared), y, alpha, beta);
}

#define CSR_TWO_PASS(V, SUFFIX) \
  extern "C" __global__ void __launch_bounds__(1024) csr_two_pass_products_##SUFFIX( \
      const int2* shares, const int4* segments, const ushort4* columns, const V* values, V* products, const V* x) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    formProducts<V>(shares, segments, columns, values, products, x, reinterpret_cast<V*>(shared)); \
  } \
  extern "C" __global__ void __launch_bounds__(512) csr_two_pass_rows_##SUFFIX( \
      const int4* tiles, const int2* places, const int* rowStart, const uint2* groups, const int* ahead, \
      const unsigned short* slots, const V* products, V* partials, V* y, V alpha, V beta) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    sumRows<V>(tiles, places, rowStart, groups, ahead, slots, products, partials, y, alpha, beta, \
               reinterpret_cast<V*>(shared)); \
  }
CSR_TWO_PASS(double, f64)
CSR_TWO_PASS(float, f32)
