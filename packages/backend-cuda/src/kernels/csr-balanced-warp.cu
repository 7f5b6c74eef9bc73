// CSR in tiles of at most 32 * I entries, one warp a few tiles: whole rows, or a part of a longer row. A lane has I
// entries in flight, leaves the products in shared memory, and 1 to 32 lanes add up each row while the next tile's
// entries are on their way. No warp waits for another, except for split rows (split-row.cuh), which have the first
// warps, one each.
// also complex
#include "split-row.cuh"

/** A row of more entries per lane than this is left to the whole warp. */
constexpr int kLong = 8;

/** Entries of one tile, in registers: I of them on each lane; column -1 where there is none. */
template <int I, typename V> struct Entries {
  int column[I];
  V value[I];

  __device__ __forceinline__ void load(const int4& tile, const int* colIndex, const V* values) {
    const int lane = threadIdx.x % kWarp;
    const int count = tile.w - tile.z;
    const int* tileColumns = colIndex + tile.z + lane;
    const V* tileValues = values + tile.z + lane;
#pragma unroll
    for (int i = 0; i < I; i++) {
      const bool there = i * kWarp + lane < count;
      column[i] = there ? stream(tileColumns + i * kWarp) : -1;
      value[i] = there ? stream(tileValues + i * kWarp) : V(0);
    }
  }
};

/** Adds up the rows of one tile from its products and writes them, neighbouring rows together. */
template <typename V>
__device__ __forceinline__ void sumRows(const int4& tile, const int* rowStart, const V* products, V* y, V alpha,
                                        V beta) {
  const int lane = threadIdx.x % kWarp;
  const int rowCount = tile.y - tile.x;
  const int entries = tile.w - tile.z;
  // As many lanes a row as make each add about four products.
  int lanes = 1;
  while (lanes < kWarp && lanes * 4 * rowCount < entries) lanes *= 2;
  const int perStep = kWarp / lanes;
  for (int first = tile.x; first < tile.y; first += perStep) {
    const int row = first + lane / lanes;
    const int from = __ldg(rowStart + min(row, tile.y)) - tile.z;
    int to = __shfl_down_sync(kAllLanes, from, lanes);
    if (lane + lanes >= kWarp) to = __ldg(rowStart + min(row + 1, tile.y)) - tile.z;
    // A row far longer than its neighbours would keep the other lanes waiting: the whole warp adds it up afterwards.
    const bool isLong = to - from > kLong * lanes;
    V sum = 0;
    if (!isLong) {
      for (int k = from + lane % lanes; k < to; k += lanes) sum += products[k];
    }
    sum = sumLanes(sum, lanes);
    for (unsigned rest = __ballot_sync(kAllLanes, isLong && lane % lanes == 0); rest != 0; rest &= rest - 1) {
      const int at = __ffs(rest) - 1;
      const int last = __shfl_sync(kAllLanes, to, at);
      V part = 0;
      for (int k = __shfl_sync(kAllLanes, from, at) + lane; k < last; k += kWarp) part += products[k];
      part = __shfl_sync(kAllLanes, sumLanes<kWarp>(part), 0);
      if (lane == at) sum = part;
    }
    if (row < tile.y && lane % lanes == 0) finishRow(y, row, sum, alpha, beta);
  }
}

template <int I, typename V>
__device__ __forceinline__ void csrBalancedWarp(const int2* runs, const int4* tiles, const int2* places,
                                                const int* rowStart, const int* colIndex, const V* values, V* partials,
                                                const V* x, V* y, V alpha, V beta) {
  V* const shared = reinterpret_cast<V*>(kernelShared);
  launchDependents();
  const int lane = threadIdx.x % kWarp;
  // First tile and number of tiles of this warp; none for the warps that fill the last block.
  const int2 run = __ldg(runs + globalGroup<kWarp>());
  if (run.y == 0) return;
  int4 tile = __ldg(tiles + run.x);
  Entries<I, V> entries;
  entries.load(tile, colIndex, values);
  const Operand<V> operand = waitForPrevious(x);
  if (tile.y == tile.x) {
    const int2 place = __ldg(places + run.x);
    V sum = 0;
#pragma unroll
    for (int i = 0; i < I; i++) {
      sum += entries.value[i] * operand.at(entries.column[i], entries.column[i] >= 0);
    }
    joinRow(partials, place.x, place.y, y, tile.x, sumLanes<kWarp>(sum), alpha, beta);
    return;
  }
  V* products = shared + threadIdx.x / kWarp * (I * kWarp);
  for (int t = 1;; t++) {
    const int4 next = t < run.y ? __ldg(tiles + run.x + t) : tile;
#pragma unroll
    for (int i = 0; i < I; i++) {
      entries.value[i] *= operand.at(entries.column[i], entries.column[i] >= 0);
    }
#pragma unroll
    for (int i = 0; i < I; i++) {
      if (entries.column[i] >= 0) products[i * kWarp + lane] = entries.value[i];
    }
    if (t < run.y) entries.load(next, colIndex, values);
    __syncwarp();
    sumRows(tile, rowStart, products, y, alpha, beta);
    if (t >= run.y) return;
    __syncwarp();
    tile = next;
  }
}

ENTRIES(csr_balanced_warp_i2, 11, csrBalancedWarp<2, V>)
ENTRIES(csr_balanced_warp_i4, 11, csrBalancedWarp<4, V>)
ENTRIES(csr_balanced_warp_i8, 11, csrBalancedWarp<8, V>)
ENTRIES(csr_balanced_warp_i16, 11, csrBalancedWarp<16, V>)
