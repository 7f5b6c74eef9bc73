// Packed slices: 2^lanesLog lanes over the columns of X have one of the slice's 32 lanes at a time, so that as many
// warps as that have a slice. A row's lanes are added by a tree; one with more of them than a warp has groups takes
// them one after another. Sums of the parts of a split row are joined as split-row.cuh says.
// also complex
#include "spmm-rows.cuh"
#include "spmm.cuh"
#include "spmm-parts.cuh"

/** What the 4 numbers of a slice say. */
struct Slice {
  int firstStep, firstColumn, third, steps, lanesLog, width;
  bool plain, split;

  __device__ __forceinline__ explicit Slice(int4 stored)
      : firstStep(stored.x), firstColumn(stored.y), third(stored.z), steps(stored.w & 0xffff),
        lanesLog(stored.w >> 16 & 0xf), width(stored.w >> 20 & 3), plain(stored.w >> 22 & 1),
        split(stored.w >> 23 & 1) {}
};

/** Distances of a lane in the four steps of a group, of which `room` are stored, W bytes each. */
template <typename W>
__device__ __forceinline__ void distances(const unsigned char* group, int lane, int room, unsigned (&at)[kAtOnce]) {
  const W* const stored = reinterpret_cast<const W*>(group) + lane * room;
#pragma unroll
  for (int u = 0; u < kAtOnce; u++) at[u] = u < room ? __ldcs(stored + u) : 0;
}

// Four at once where there are four.
__device__ __forceinline__ void fourDistances(const unsigned char* group, int lane, int width,
                                              unsigned (&at)[kAtOnce]) {
  if (width == 0) {
    const unsigned word = __ldcs(reinterpret_cast<const unsigned*>(group) + lane);
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) at[u] = word >> 8 * u & 0xff;
  } else if (width == 1) {
    const uint2 words = __ldcs(reinterpret_cast<const uint2*>(group) + lane);
    at[0] = words.x & 0xffff;
    at[1] = words.x >> 16;
    at[2] = words.y & 0xffff;
    at[3] = words.y >> 16;
  } else {
    const uint4 words = __ldcs(reinterpret_cast<const uint4*>(group) + lane);
    at[0] = words.x;
    at[1] = words.y;
    at[2] = words.z;
    at[3] = words.w;
  }
}

/** The entries of lane `lane` of a slice from step `first` on, of which it has `count`. */
template <typename T>
__device__ __forceinline__ Entries<T> packedEntries(const Slice& slice, const unsigned char* columns, const T* values,
                                                    int lane, int first, int count) {
  Entries<T> found;
  const unsigned char* const start = columns + static_cast<size_t>(slice.firstColumn) * kWarp;
  const unsigned char* const group = start + ((slice.steps + 7) & ~7) * 4 + (first * kWarp << slice.width);
  unsigned distance[kAtOnce];
  const int rest = slice.steps - first;
  if (count <= first) {
#pragma unroll
    for (int u = 0; u < kAtOnce; u++) found.column[u] = -1;
    return found;
  }
  if (rest >= 3)
    fourDistances(group, lane, slice.width, distance);
  else if (slice.width == 0)
    distances<unsigned char>(group, lane, rest, distance);
  else if (slice.width == 1)
    distances<unsigned short>(group, lane, rest, distance);
  else
    distances<unsigned>(group, lane, rest, distance);
  const int4 base = __ldg(reinterpret_cast<const int4*>(start) + first / kAtOnce);
  const T* const from = values + (static_cast<size_t>(slice.firstStep) + first) * kWarp + lane;
#pragma unroll
  for (int u = 0; u < kAtOnce; u++) {
    const int start = u == 0 ? base.x : u == 1 ? base.y : u == 2 ? base.z : base.w;
    const bool there = first + u < count;
    found.column[u] = there ? start + static_cast<int>(distance[u]) : -1;
    found.value[u] = there ? stream(from + u * kWarp) : T(0);
  }
  return found;
}

template <typename T, int V, int M>
__device__ __forceinline__ void spmmPacked(const int4* slices, const int2* segments, const unsigned char* columns,
                                           const T* values, T* partials, const T* x, T* y, T alpha, T beta,
                                           long long xRow, long long xCol, long long yRow, long long yCol, int vectors,
                                           int columnTiles, int lanesLog, int sliceCount) {
  const Steps steps = {xRow, xCol, yRow, yCol};
  launchDependents();
  const unsigned count = gridDim.x / columnTiles;
  const int columnTile = blockIdx.x / count;
  const unsigned warp = ((blockIdx.x - columnTile * count) * blockDim.x + threadIdx.x) / kWarp;
  const unsigned number = warp >> lanesLog;
  if (columnTile >= columnTiles || number >= sliceCount) return;
  const Slice slice(__ldg(slices + number));
  // Lanes of the slice that this warp has: groups at a time, from `begin` to `end`.
  const int lanes = 1 << lanesLog, groups = kWarp >> lanesLog, rowLanes = 1 << slice.lanesLog;
  const int each = max(groups, rowLanes), begin = (warp & (lanes - 1)) * each, end = begin + each;
  if (begin >= kWarp) return;
  const int group = threadIdx.x % kWarp >> lanesLog, lane = threadIdx.x & (lanes - 1);
  const int segment = slice.third + (begin + group >> slice.lanesLog);
  int row = segment, length = slice.steps << slice.lanesLog;
  int2 place = make_int2(0, 0);
  if (!slice.plain) {
    const int2 found = __ldg(segments + segment);
    row = found.x;
    length = found.y;
    if (slice.split) place = __ldg(segments + segment + 1);
  }
  int at = begin + group;
  // Entry j is on lane j mod T: the lanes below the rest of length / T have one more.
  const auto countOf = [&] { return (length + rowLanes - 1 - (at & (rowLanes - 1))) >> slice.lanesLog; };
  int there = countOf();
  const auto load = [&](int first) { return packedEntries(slice, columns, values, at, first, there); };
  Entries<T> entries = load(0);
  const int width = lanes * V * M;
  const Columns<T, V, M> own(waitForPrevious(x).address, y, steps, columnTile * width, lane, lanes, vectors);
  Pack<T, V> sum[M];
  clear(sum);
  while (true) {
    addEntries(sum, own, entries, 0, kAtOnce, there, load);
    at += groups;
    if (at >= end) break;
    there = countOf();
    entries = load(0);
  }
  sumOver(sum, min(groups, rowLanes) * lanes / 2, lanes);
  if (slice.split) {
    const Parts<T, V, M> parts{partials, columnTiles * width, columnTile * width, lane, lanes};
    if (place.y == 0) {
      if (group == 0) parts.leave(place.x, sum);
      return;
    }
    Pack<T, V> others[M];
    clear(others);
    parts.take(others, place.x - place.y + group, groups, (place.y - group + groups - 1) / groups);
    sumOver(others, kWarp / 2, lanes);
    addPacks(sum, others, 1);
  }
  if ((group & (min(groups, rowLanes) - 1)) == 0 && row >= 0) own.finish(row, sum, alpha, beta);
}

BOUNDED_ENTRIES((kMostThreads, 1), spmm_packed_v1m1, 17, spmmPacked<V, 1, 1>)
PACKED_ENTRIES((kMostThreads, 1), spmm_packed_v2m1, 17, spmmPacked<V, 2, 1>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_packed_v4m1, f32, 17, spmmPacked<V, 4, 1>)
BOUNDED_ENTRIES((kMostThreads, 1), spmm_packed_v1m2, 17, spmmPacked<V, 1, 2>)
PACKED_ENTRIES((kMostThreads, 1), spmm_packed_v2m2, 17, spmmPacked<V, 2, 2>)
BOUNDED_ENTRY((kMostThreads, 1), spmm_packed_v4m2, f32, 17, spmmPacked<V, 4, 2>)
