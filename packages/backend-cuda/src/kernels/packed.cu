// Packed slices: a warp a slice, or several one after another. A lane takes every step of its slice up to its own count; a column is the
// step's base plus a narrow distance, of which a lane loads four at once; the lanes of a row are added by a tree; pieces of a split row
// are joined as split-row.cuh says. One launch.
#include "split-row.cuh"

constexpr int kGroup = 4;

/** x[i], kept in the second-level cache in preference to what streams through it. */
template <bool Keep>
struct Gather {
  unsigned long long policy;
  __device__ __forceinline__ Gather() {
#if __CUDA_ARCH__ >= 800
    if (Keep) asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
#endif
  }
  __device__ __forceinline__ double operator()(const double* address) const {
#if __CUDA_ARCH__ >= 800
    if (Keep) {
      double value;
      asm("ld.global.nc.L2::cache_hint.f64 %0, [%1], %2;" : "=d"(value) : "l"(address), "l"(policy));
      return value;
    }
#endif
    return __ldg(address);
  }
  __device__ __forceinline__ float operator()(const float* address) const {
#if __CUDA_ARCH__ >= 800
    if (Keep) {
      float value;
      asm("ld.global.nc.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(value) : "l"(address), "l"(policy));
      return value;
    }
#endif
    return __ldg(address);
  }
};

/** Up to four distances of a lane, side by side: `width` of them are stored, 1, 2 or 4. W is bytes per distance. */
template <int W>
__device__ __forceinline__ void loadDistances(const unsigned char* group, int lane, int width, unsigned (&distance)[kGroup]);

template <>
__device__ __forceinline__ void loadDistances<1>(const unsigned char* group, int lane, int width, unsigned (&distance)[kGroup]) {
  unsigned word;
  if (width == 4) word = stream(reinterpret_cast<const unsigned*>(group) + lane);
  else if (width == 2) word = stream(reinterpret_cast<const unsigned short*>(group) + lane);
  else word = stream(group + lane);
#pragma unroll
  for (int i = 0; i < kGroup; i++) distance[i] = (word >> (8 * i)) & 0xff;
}

template <>
__device__ __forceinline__ void loadDistances<2>(const unsigned char* group, int lane, int width, unsigned (&distance)[kGroup]) {
  uint2 words = make_uint2(0, 0);
  if (width == 4) words = stream(reinterpret_cast<const uint2*>(group) + lane);
  else if (width == 2) words.x = stream(reinterpret_cast<const unsigned*>(group) + lane);
  else words.x = stream(reinterpret_cast<const unsigned short*>(group) + lane);
  distance[0] = words.x & 0xffff;
  distance[1] = words.x >> 16;
  distance[2] = words.y & 0xffff;
  distance[3] = words.y >> 16;
}

template <>
__device__ __forceinline__ void loadDistances<4>(const unsigned char* group, int lane, int width, unsigned (&distance)[kGroup]) {
  uint4 words = make_uint4(0, 0, 0, 0);
  if (width == 4) {
    words = stream(reinterpret_cast<const uint4*>(group) + lane);
  } else if (width == 2) {
    const uint2 two = stream(reinterpret_cast<const uint2*>(group) + lane);
    words.x = two.x;
    words.y = two.y;
  } else {
    words.x = stream(reinterpret_cast<const unsigned*>(group) + lane);
  }
  distance[0] = words.x;
  distance[1] = words.y;
  distance[2] = words.z;
  distance[3] = words.w;
}

/** Sum of the first `count` of `steps` entries of one lane; G groups of four steps are in flight at once. */
template <int W, int G, typename V, typename X>
__device__ __forceinline__ V sumLane(const V* values, const unsigned char* bytes, const V* x, const X& gather, int steps, int count) {
  const int lane = threadIdx.x % kWarp;
  const int4* bases = reinterpret_cast<const int4*>(bytes);
  const unsigned char* distances = bytes + ((steps + 7) & ~7) * 4;
  V sum = 0;
  for (int step = 0; step < steps; step += G * kGroup) {
    int column[G][kGroup];
    V value[G][kGroup];
#pragma unroll
    for (int g = 0; g < G; g++) {
      const int first = step + g * kGroup;
      const int rest = steps - first;
      if (rest > 0) {
        unsigned distance[kGroup];
        loadDistances<W>(distances + first * kWarp * W, lane, rest >= 3 ? 4 : rest, distance);
        const int4 base = __ldg(bases + first / kGroup);
        column[g][0] = base.x + static_cast<int>(distance[0]);
        column[g][1] = base.y + static_cast<int>(distance[1]);
        column[g][2] = base.z + static_cast<int>(distance[2]);
        column[g][3] = base.w + static_cast<int>(distance[3]);
#pragma unroll
        for (int i = 0; i < kGroup; i++) value[g][i] = i < rest ? stream(values + (first + i) * kWarp) : V(0);
      }
    }
#pragma unroll
    for (int g = 0; g < G; g++) {
#pragma unroll
      for (int i = 0; i < kGroup; i++) {
        if (step + g * kGroup + i < count) sum += value[g][i] * gather(x + column[g][i]);
      }
    }
  }
  return sum;
}

template <int G, typename V, typename X>
__device__ __forceinline__ void packedSlice(const int4 slice, const int2* segments, const unsigned char* columns, const V* values, V* parts, const V* x, const X& gather, V* y, V alpha, V beta) {
  const int lane = threadIdx.x % kWarp;
  const int steps = slice.w & 0xffff;
  const int lanesLog = (slice.w >> 16) & 0xf;
  const int widthCode = (slice.w >> 20) & 3;
  const bool plain = (slice.w >> 22) & 1;
  const bool piece = (slice.w >> 23) & 1;
  const int lanes = 1 << lanesLog;
  int row = slice.z + (lane >> lanesLog);
  int count = steps;
  int2 place = make_int2(0, 0);
  if (!plain) {
    const int2 segment = __ldg(segments + row);
    if (piece) place = __ldg(segments + row + 1);
    row = segment.x;
    // Entry j is on lane j mod T: the lanes below the rest of length / T have one more.
    count = (segment.y + lanes - 1 - (lane & (lanes - 1))) >> lanesLog;
  }
  const V* laneValues = values + static_cast<size_t>(slice.x) * kWarp + lane;
  const unsigned char* bytes = columns + static_cast<size_t>(slice.y) * kWarp;
  V sum;
  if (widthCode == 0) sum = sumLane<1, G>(laneValues, bytes, x, gather, steps, count);
  else if (widthCode == 1) sum = sumLane<2, G>(laneValues, bytes, x, gather, steps, count);
  else sum = sumLane<4, G>(laneValues, bytes, x, gather, steps, count);
  if (lanesLog > 0) sum = sumLanes(sum, lanes);
  if (piece) joinRow(parts, place.x, place.y, y, row, sum, alpha, beta);
  else if ((lane & (lanes - 1)) == 0 && row >= 0) finishRow(y, row, sum, alpha, beta);
}

template <int G, bool Keep, typename V>
__device__ __forceinline__ void packed(const int4* slices, const int2* segments, const unsigned char* columns, const V* values, V* parts, const V* x, V* y, V alpha, V beta, int sliceCount, int perWarp) {
  int slice = globalThread() / kWarp * perWarp;
  const int end = min(slice + perWarp, sliceCount);
  if (slice >= end) return;
  const Gather<Keep> gather;
  int4 next = __ldg(slices + slice);
  for (; slice < end; slice++) {
    const int4 found = next;
    if (slice + 1 < end) next = __ldg(slices + slice + 1);
    packedSlice<G>(found, segments, columns, values, parts, x, gather, y, alpha, beta);
  }
}

// Blocks of at most 256 threads; as many of them on a multiprocessor as registers for this many entries in flight allow without spilling.
#define PACKED(NAME, G, KEEP, V, SUFFIX, BLOCKS) \
  extern "C" __global__ void __launch_bounds__(256, BLOCKS) NAME##_##SUFFIX(const int4* slices, const int2* segments, const unsigned char* columns, const V* values, V* parts, const V* x, V* y, V alpha, V beta, \
                                             int sliceCount, int perWarp) { \
    packed<G, KEEP, V>(slices, segments, columns, values, parts, x, y, alpha, beta, sliceCount, perWarp); \
  }
#define PACKED_ALL(V, SUFFIX, BLOCKS) \
  PACKED(packed_u4, 1, false, V, SUFFIX, BLOCKS) PACKED(packed_u8, 2, false, V, SUFFIX, 4) \
  PACKED(packed_u4_keep, 1, true, V, SUFFIX, BLOCKS) PACKED(packed_u8_keep, 2, true, V, SUFFIX, 4)
PACKED_ALL(double, f64, 5)
PACKED_ALL(float, f32, 6)
