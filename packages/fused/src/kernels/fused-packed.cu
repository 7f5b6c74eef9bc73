// Packed slices, a warp a slice, ending in sums over y or an update of w: see packed.cuh.
#include "ending.cuh"
#include "packed.cuh"

#define PACKED_PARAMETERS(V) \
  const int4 *slices, const int2 *segments, const unsigned char *columns, const V *values, V *partials
#define PACKED_SLICE(G, ENDING) \
  packedSlice<G, false>(slices, segments, columns, values, partials, x, sliceCount, ENDING)

// Blocks of at most 256 threads, as many of them on a multiprocessor as of `cuda/packed`: registers are enough for what
// an ending keeps, too, without spilling.
#define FUSED_PACKED(G, IN_FLIGHT, V, SUFFIX) \
  extern "C" __global__ void __launch_bounds__(256, 4) fused_packed_##IN_FLIGHT##_dot_##SUFFIX( \
      PACKED_PARAMETERS(V), V* sums, const V* x, V* y, const V* z, V alpha, V beta, int sliceCount) { \
    __shared__ V scratch[kWarp]; \
    Sums<V, true, false> ending(y, z, alpha, beta); \
    PACKED_SLICE(G, ending); \
    ending.leave(sums, scratch); \
  } \
  extern "C" __global__ void __launch_bounds__(256, 4) fused_packed_##IN_FLIGHT##_norm_##SUFFIX( \
      PACKED_PARAMETERS(V), V* sums, const V* x, V* y, V alpha, V beta, int sliceCount) { \
    __shared__ V scratch[kWarp]; \
    Sums<V, false, true> ending(y, nullptr, alpha, beta); \
    PACKED_SLICE(G, ending); \
    ending.leave(sums, scratch); \
  } \
  extern "C" __global__ void __launch_bounds__(256, 4) fused_packed_##IN_FLIGHT##_dot_norm_##SUFFIX( \
      PACKED_PARAMETERS(V), V* sums, const V* x, V* y, const V* z, V alpha, V beta, int sliceCount) { \
    __shared__ V scratch[kWarp]; \
    Sums<V, true, true> ending(y, z, alpha, beta); \
    PACKED_SLICE(G, ending); \
    ending.leave(sums, scratch); \
  } \
  extern "C" __global__ void __launch_bounds__(256, 4) fused_packed_##IN_FLIGHT##_axpy_##SUFFIX( \
      PACKED_PARAMETERS(V), const V* x, V* y, const V* gamma, V* w, V alpha, V beta, V delta, int sliceCount) { \
    Update<V> ending(y, gamma, w, alpha, beta, delta); \
    PACKED_SLICE(G, ending); \
  }
FUSED_PACKED(1, 4, double, f64)
FUSED_PACKED(2, 8, double, f64)
FUSED_PACKED(1, 4, float, f32)
FUSED_PACKED(2, 8, float, f32)
