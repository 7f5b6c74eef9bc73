// Packed slices, a warp a slice: see packed.cuh.
#include "packed.cuh"

// Blocks of at most 256 threads; as many of them on a multiprocessor as registers for this many entries in flight allow
// without spilling.
#define PACKED(NAME, G, AHEAD, V, SUFFIX, BLOCKS) \
  extern "C" __global__ void __launch_bounds__(256, BLOCKS) \
      NAME##_##SUFFIX(const int4* slices, const int2* segments, const unsigned char* columns, const V* values, \
                      V* partials, const V* x, V* y, V alpha, V beta, int sliceCount) { \
    packedSlice<G, AHEAD>(slices, segments, columns, values, partials, x, sliceCount, \
                          [=](int row, V sum) { finishRow(y, row, sum, alpha, beta); }); \
  }
PACKED(packed_4, 1, false, double, f64, 5)
PACKED(packed_8, 2, false, double, f64, 4)
PACKED(packed_ahead, 1, true, double, f64, 4)
PACKED(packed_4, 1, false, float, f32, 5)
PACKED(packed_8, 2, false, float, f32, 4)
PACKED(packed_ahead, 1, true, float, f32, 4)
