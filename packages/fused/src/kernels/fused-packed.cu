// Packed slices, a warp a slice, ending in sums over y or an update of w: see packed.cuh.
// also complex
#include "ending.cuh"
#include "packed.cuh"

template <int G, bool NORM, typename V>
__device__ __forceinline__ void packedDot(const int4* slices, const int2* segments, const unsigned char* columns,
                                          const V* values, V* partials, V* sums, const V* x, V* y, const V* z, V alpha,
                                          V beta, int sliceCount) {
  __shared__ V scratch[kWarp];
  Sums<V, true, NORM> ending(y, z, alpha, beta);
  packedSlice<G, false>(slices, segments, columns, values, partials, x, sliceCount, ending);
  ending.leave(sums, scratch);
}

template <int G, typename V>
__device__ __forceinline__ void packedNorm(const int4* slices, const int2* segments, const unsigned char* columns,
                                           const V* values, V* partials, V* sums, const V* x, V* y, V alpha, V beta,
                                           int sliceCount) {
  __shared__ V scratch[kWarp];
  Sums<V, false, true> ending(y, nullptr, alpha, beta);
  packedSlice<G, false>(slices, segments, columns, values, partials, x, sliceCount, ending);
  ending.leave(sums, scratch);
}

template <int G, typename V>
__device__ __forceinline__ void packedAxpy(const int4* slices, const int2* segments, const unsigned char* columns,
                                           const V* values, V* partials, const V* x, V* y, const V* gamma, V* w,
                                           V alpha, V beta, V delta, int sliceCount) {
  Update<V> ending(y, gamma, w, alpha, beta, delta);
  packedSlice<G, false>(slices, segments, columns, values, partials, x, sliceCount, ending);
}

// Blocks of at most 256 threads, as many of them on a multiprocessor as of `cuda/packed`: registers are enough for what
// an ending keeps, too, without spilling; eight numbers of 16 bytes in flight need one block fewer.
template <typename V> constexpr int kBlocksOfEight = sizeof(V) == 16 ? 3 : 4;
BOUNDED_ENTRIES((256, 4), fused_packed_4_dot, 12, packedDot<1, false, V>)
BOUNDED_ENTRIES((256, 4), fused_packed_4_norm, 11, packedNorm<1, V>)
BOUNDED_ENTRIES((256, 4), fused_packed_4_dot_norm, 12, packedDot<1, true, V>)
BOUNDED_ENTRIES((256, 4), fused_packed_4_axpy, 13, packedAxpy<1, V>)
BOUNDED_ENTRIES((256, kBlocksOfEight<V>), fused_packed_8_dot, 12, packedDot<2, false, V>)
BOUNDED_ENTRIES((256, kBlocksOfEight<V>), fused_packed_8_norm, 11, packedNorm<2, V>)
BOUNDED_ENTRIES((256, kBlocksOfEight<V>), fused_packed_8_dot_norm, 12, packedDot<2, true, V>)
BOUNDED_ENTRIES((256, kBlocksOfEight<V>), fused_packed_8_axpy, 13, packedAxpy<2, V>)
