// Packed slices, a warp a slice: see packed.cuh.
// also complex
#include "packed.cuh"

template <int G, bool AHEAD, typename V>
__device__ __forceinline__ void packed(const int4* slices, const int2* segments, const unsigned char* columns,
                                       const V* values, V* partials, const V* x, V* y, V alpha, V beta,
                                       int sliceCount) {
  packedSlice<G, AHEAD>(slices, segments, columns, values, partials, x, sliceCount,
                        [=](int row, V sum) { finishRow(y, row, sum, alpha, beta); });
}

// Blocks of at most 256 threads; as many of them on a multiprocessor as registers for this many entries in flight allow
// without spilling.
BOUNDED_ENTRIES((256, 5), packed_4, 10, packed<1, false, V>)
BOUNDED_ENTRIES((256, 4), packed_8, 10, packed<2, false, V>)
BOUNDED_ENTRIES((256, 4), packed_ahead, 10, packed<1, true, V>)
