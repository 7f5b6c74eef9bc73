// y = alpha A x + beta y for A of which the lower triangle is stored. In two passes, in an order that never changes:
// the first adds up what a tile of entries has for each element of y, its run, and the second the runs of each element,
// tile after tile. Of an entry (i, j) the product with x[j] is at its own place in shared memory, and that with x[i],
// for row j, at the slot at which its column is next. Or in one pass with an atomic addition for every entry, in
// another order each time. Which entry is of which row, 32 of them tell by (the entries that begin a row, the row
// before the first of these), rows with entries being counted.
// also complex
#include "row-tiles.cuh"

/** Entries a thread has in flight. */
constexpr int kEntries = 4;
/** Sums of runs a thread has in flight. */
constexpr int kSums = 4;
/** The slot of an entry on the diagonal. */
constexpr unsigned kNoSlot = 0xffff;

/** Where the products of a run are in shared memory: those of its row, and behind those of all rows, of its column. */
struct Run {
  int entry, entries, slot, slots;
  __device__ __forceinline__ int length() const { return entries + slots; }
  __device__ __forceinline__ int at(int k) const { return k < entries ? entry + k : slot + k - entries; }
};

__device__ __forceinline__ Run runOf(const int2* runs, int run, int firstEntry, int firstSlot) {
  const int2 from = runs[run];
  const int2 to = runs[run + 1];
  return {from.x - firstEntry, to.x - from.x, from.y - firstSlot, to.y - from.y};
}

/** The sum of every run of a tile, whose products are being put into shared memory by the whole block, to its place. */
template <typename V>
__device__ __forceinline__ void sumRuns(const int4& tile, const int2* runs, const int* places, const V* products,
                                        int capacity, V* sums) {
  const int entries = tile.w - tile.z;
  const int runCount = tile.y - tile.x;
  // As many lanes a run as make each add about four products.
  int lanes = 1;
  while (lanes < kWarp && lanes * 2 * runCount < entries) lanes *= 2;
  const int perStep = blockDim.x / lanes;
  const int lane = threadIdx.x % lanes;
  const int firstSlot = runs[tile.x].y - capacity;
  __syncthreads();
  const int steps = (runCount + perStep - 1) / perStep;
  for (int step = 0; step < steps; step++) {
    const int number = tile.x + step * perStep + static_cast<int>(threadIdx.x) / lanes;
    Run run = {0, 0, 0, 0};
    if (number < tile.y) run = runOf(runs, number, tile.z, firstSlot);
    // A run far longer than its neighbours would keep the other lanes waiting: the whole warp adds it up afterwards.
    const bool isLong = run.length() > kLong * lanes;
    V sum = 0;
    if (!isLong) {
      for (int k = lane; k < run.length(); k += lanes) sum += products[run.at(k)];
    }
    sum = sumLanes(sum, lanes);
    for (unsigned rest = __ballot_sync(kAllLanes, isLong && lane == 0); rest != 0; rest &= rest - 1) {
      const int owner = __ffs(rest) - 1;
      const Run other = {__shfl_sync(kAllLanes, run.entry, owner), __shfl_sync(kAllLanes, run.entries, owner),
                         __shfl_sync(kAllLanes, run.slot, owner), __shfl_sync(kAllLanes, run.slots, owner)};
      V part = 0;
      for (int k = static_cast<int>(threadIdx.x) % kWarp; k < other.length(); k += kWarp) part += products[other.at(k)];
      part = __shfl_sync(kAllLanes, sumLanes<kWarp>(part), 0);
      if (threadIdx.x % kWarp == owner) sum = part;
    }
    if (number < tile.y && lane == 0) sums[places[number]] = sum;
  }
}

/** First pass, a block a tile. */
template <typename V>
__device__ __forceinline__ void sumTriangle(const int4* tiles, const unsigned short* slots, const uint2* groups,
                                            const int* filledRows, const int* colIndex, const V* values,
                                            const int2* runs, const int* places, V* sums, const V* x, int capacity,
                                            int skew) {
  V* const products = reinterpret_cast<V*>(kernelShared);
  launchDependents();
  const int4 tile = tiles[blockIdx.x];
  const int entries = tile.w - tile.z;
  slots += tile.z;
  colIndex += tile.z;
  values += tile.z;
  groups += tile.z / kWarp;
  const unsigned upToHere = kAllLanes >> (kWarp - 1 - threadIdx.x % kWarp);
  int row[kEntries];
  int column[kEntries];
  unsigned slot[kEntries];
  V value[kEntries];
  const auto load = [&](int first) {
#pragma unroll
    for (int u = 0; u < kEntries; u++) {
      const int k = first + u * blockDim.x;
      row[u] = -1;
      column[u] = 0;
      slot[u] = kNoSlot;
      value[u] = 0;
      if (k < entries) {
        const uint2 group = groups[k / kWarp];
        row[u] = group.y + __popc(group.x & upToHere);
        column[u] = stream(colIndex + k);
        slot[u] = stream(slots + k);
        value[u] = stream(values + k);
      }
    }
#pragma unroll
    for (int u = 0; u < kEntries; u++) row[u] = row[u] >= 0 ? filledRows[row[u]] : -1;
  };
  load(threadIdx.x);
  const Operand<V> operand = waitForPrevious(x);
  for (int first = threadIdx.x; first < entries; load(first)) {
    V across[kEntries];
    V along[kEntries];
#pragma unroll
    for (int u = 0; u < kEntries; u++) {
      across[u] = operand.at(column[u], row[u] >= 0);
      along[u] = operand.at(row[u], slot[u] != kNoSlot);
    }
#pragma unroll
    for (int u = 0; u < kEntries; u++) {
      if (row[u] >= 0) products[first + u * blockDim.x] = value[u] * across[u];
      if (slot[u] != kNoSlot) products[capacity + slot[u]] = mirrored(value[u], skew) * along[u];
    }
    first += kEntries * blockDim.x;
  }
  sumRuns(tile, runs, places, products, capacity, sums);
}

/** A part of an element of more runs than a tile of the second pass has. */
template <typename V>
__device__ __forceinline__ void splitElement(const Tile& tile, int2 place, const V* sums, V* partials, V* y, V alpha,
                                             V beta, V* shared) {
  const Operand<V> operand = waitForPrevious(sums);
  V sum = 0;
#pragma unroll 4
  for (int k = tile.entryBegin + threadIdx.x; k < tile.entryEnd; k += blockDim.x) sum += operand[k];
  sum = sumBlock(sum, shared);
  if (threadIdx.x < kWarp) joinRow(partials, place.x, place.y, y, tile.rowBegin, sum, alpha, beta);
}

/** Second pass: a tile is whole elements (its rows), or a part of one. */
template <typename V>
__device__ __forceinline__ void sumElements(const int4* tiles, const int2* places, const int* elementStart,
                                            const V* sums, V* partials, V* y, V alpha, V beta) {
  V* const shared = reinterpret_cast<V*>(kernelShared);
  launchDependents();
  const int4 packed = tiles[blockIdx.x];
  const Tile tile = {packed.x, packed.y, packed.z, packed.w};
  if (tile.rowEnd == tile.rowBegin) {
    splitElement(tile, places[blockIdx.x], sums, partials, y, alpha, beta, shared);
    return;
  }
  const int runs = tile.entryEnd - tile.entryBegin;
  const Operand<V> operand = waitForPrevious(sums + tile.entryBegin);
  for (int first = threadIdx.x; first < runs; first += kSums * blockDim.x) {
    V sum[kSums];
#pragma unroll
    for (int u = 0; u < kSums; u++) {
      const int k = first + u * blockDim.x;
      sum[u] = operand.at(k, k < runs);
    }
#pragma unroll
    for (int u = 0; u < kSums; u++) {
      const int k = first + u * blockDim.x;
      if (k < runs) shared[k] = sum[u];
    }
  }
  sumTile(tile, elementStart, shared, y, alpha, beta);
}

// Registers of a multiprocessor are enough for the largest block, which c128 would pass.
BOUNDED_ENTRIES((1024), symmetric_tiles, 12, sumTriangle<V>)
ENTRIES(symmetric_elements, 8, sumElements<V>)
