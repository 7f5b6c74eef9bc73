// Packed slices: a warp a slice. A lane takes every 32-wide step of its slice up to its own count; a column is the step's base plus a
// narrow distance; the lanes of a row are added by a tree; pieces of a split row are joined as split-row.cuh says. One launch.
#include "split-row.cuh"

/** Sum of the entries of one lane. Distances are of type D; `unroll` entries are in flight at once. */
template <int U, typename D, typename V>
__device__ __forceinline__ V sumLane(const V* values, const D* distances, const int* bases, const V* x, int steps, int count) {
  const int lane = threadIdx.x % kWarp;
  V sum = 0;
  for (int chunk = 0; chunk < steps; chunk += kWarp) {
    const int chunkBase = chunk + lane < steps ? stream(bases + chunk + lane) : 0;
    const int chunkSteps = min(steps - chunk, kWarp);
    for (int k = 0; k < chunkSteps; k += U) {
      int column[U];
      V value[U];
#pragma unroll
      for (int u = 0; u < U; u++) {
        const int step = chunk + k + u;
        column[u] = __shfl_sync(kAllLanes, chunkBase, (k + u) % kWarp);
        value[u] = V(0);
        if (step < count) {
          column[u] += static_cast<int>(stream(distances + step * kWarp));
          value[u] = stream(values + step * kWarp);
        }
      }
#pragma unroll
      for (int u = 0; u < U; u++) {
        if (chunk + k + u < count) sum += value[u] * x[column[u]];
      }
    }
  }
  return sum;
}

template <int U, typename V>
__device__ __forceinline__ void packed(const int4* slices, const int2* segments, const int2* groups, const int* baseColumn, const unsigned char* columns, const V* values, V* parts,
                                       int* tickets, const V* x, V* y, V alpha, V beta, int sliceCount) {
  const unsigned slice = globalThread() / kWarp;
  if (slice >= sliceCount) return;
  const int lane = threadIdx.x % kWarp;
  const int4 found = __ldg(slices + slice);
  const int steps = found.w & 0xffff;
  const int lanesLog = (found.w >> 16) & 0xf;
  const int widthCode = (found.w >> 20) & 3;
  const bool plain = (found.w >> 22) & 1;
  const bool piece = (found.w >> 23) & 1;
  const int lanes = 1 << lanesLog;
  int row = found.z + (lane >> lanesLog);
  int count = steps;
  if (!plain) {
    const int2 segment = __ldg(segments + row);
    row = segment.x;
    // Entry j is on lane j mod T: this lane has one more than length / T when its number is below the rest.
    count = (segment.y + lanes - 1 - (lane & (lanes - 1))) >> lanesLog;
  }
  const V* laneValues = values + static_cast<size_t>(found.x) * kWarp + lane;
  const unsigned char* bytes = columns + static_cast<size_t>(found.y) * kWarp;
  const int* bases = baseColumn + found.x;
  V sum;
  if (widthCode == 0) sum = sumLane<U>(laneValues, bytes + lane, bases, x, steps, count);
  else if (widthCode == 1) sum = sumLane<U>(laneValues, reinterpret_cast<const unsigned short*>(bytes) + lane, bases, x, steps, count);
  else sum = sumLane<U>(laneValues, reinterpret_cast<const int*>(bytes) + lane, bases, x, steps, count);
  if (lanesLog > 0) sum = sumLanes(sum, lanes);
  if (piece) {
    const int2 place = __ldg(segments + found.z + 1);
    V total;
    if (lastPart(sum, place.x, __ldg(groups + place.y), parts, tickets + place.y, &total) && lane == 0) finishRow(y, row, total, alpha, beta);
  } else if ((lane & (lanes - 1)) == 0 && row >= 0) {
    finishRow(y, row, sum, alpha, beta);
  }
}

#define PACKED(U, V, SUFFIX) \
  extern "C" __global__ void packed_u##U##_##SUFFIX(const int4* slices, const int2* segments, const int2* groups, const int* baseColumn, const unsigned char* columns, const V* values, V* parts, \
                                                    int* tickets, const V* x, V* y, V alpha, V beta, int sliceCount) { \
    packed<U, V>(slices, segments, groups, baseColumn, columns, values, parts, tickets, x, y, alpha, beta, sliceCount); \
  }
#define PACKED_ALL(V, SUFFIX) PACKED(2, V, SUFFIX) PACKED(4, V, SUFFIX) PACKED(8, V, SUFFIX)
PACKED_ALL(double, f64)
PACKED_ALL(float, f32)
