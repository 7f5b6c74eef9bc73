// CSR in tiles of at most 32 * I entries, a warp a tile: whole rows, or a piece of a longer row. A lane has I entries in flight, leaves
// the products in shared memory, and 1 to 32 lanes add up each row. No warp waits for another, except for pieces (split-row.cuh).
#include "split-row.cuh"

/** A row of more entries per lane than this is left to the whole warp. */
constexpr int kLong = 8;

template <int I, typename V>
__device__ __forceinline__ void csrBalancedWarp(const int4* tiles, const int2* places, const int* rowStart, const int* colIndex, const V* values, V* parts, const V* x, V* y, V alpha, V beta, V* shared) {
  const int lane = threadIdx.x % kWarp;
  const unsigned number = globalThread() / kWarp;
  // Row begin and end, entry begin and end; row end = row begin for a piece; row begin -1 for none, to fill the last block.
  const int4 tile = __ldg(tiles + number);
  if (tile.x < 0) return;
  const int entries = tile.w - tile.z;
  const int rowCount = tile.y - tile.x;
  const int* tileColumns = colIndex + tile.z;
  const V* tileValues = values + tile.z;
  int column[I];
  V product[I];
#pragma unroll
  for (int i = 0; i < I; i++) {
    const int k = i * kWarp + lane;
    column[i] = k < entries ? stream(tileColumns + k) : -1;
    product[i] = k < entries ? stream(tileValues + k) : V(0);
  }
  if (rowCount == 0) {
    const int2 place = __ldg(places + number);
    V sum = 0;
#pragma unroll
    for (int i = 0; i < I; i++) {
      if (column[i] >= 0) sum += product[i] * __ldg(x + column[i]);
    }
    joinRow(parts, place.x, place.y, y, tile.x, sumLanes<kWarp>(sum), alpha, beta);
    return;
  }
  // As many lanes a row as make each add about four products.
  int lanes = 1;
  while (lanes < kWarp && lanes * 4 * rowCount < entries) lanes *= 2;
  const int perStep = kWarp / lanes;
  int row = tile.x + lane / lanes;
  // The first rows' pointers arrive while x is being gathered.
  int begin = row < tile.y ? __ldg(rowStart + row) : 0;
  int end = row < tile.y ? __ldg(rowStart + row + 1) : 0;
  V* products = shared + threadIdx.x / kWarp * (I * kWarp);
#pragma unroll
  for (int i = 0; i < I; i++) {
    if (column[i] >= 0) products[i * kWarp + lane] = product[i] * __ldg(x + column[i]);
  }
  __syncwarp();
  for (int first = tile.x; first < tile.y; first += perStep, row += perStep) {
    const int from = begin - tile.z;
    const int to = end - tile.z;
    const int next = row + perStep;
    begin = next < tile.y ? __ldg(rowStart + next) : 0;
    end = next < tile.y ? __ldg(rowStart + next + 1) : 0;
    // A row far longer than its neighbours would keep the other lanes waiting: the whole warp adds it up afterwards.
    const bool leads = row < tile.y && lane % lanes == 0;
    const bool isLong = to - from > kLong * lanes;
    V sum = 0;
    if (!isLong) {
      for (int k = from + lane % lanes; k < to; k += lanes) sum += products[k];
    }
    sum = sumLanes(sum, lanes);
    if (leads && !isLong) finishRow(y, row, sum, alpha, beta);
    for (unsigned rest = __ballot_sync(kAllLanes, leads && isLong); rest != 0; rest &= rest - 1) {
      const int at = __ffs(rest) - 1;
      const int last = __shfl_sync(kAllLanes, to, at);
      V part = 0;
      for (int k = __shfl_sync(kAllLanes, from, at) + lane; k < last; k += kWarp) part += products[k];
      part = sumLanes<kWarp>(part);
      if (lane == 0) finishRow(y, first + at / lanes, part, alpha, beta);
    }
  }
}

#define CSR_BALANCED_WARP(I, V, SUFFIX) \
  extern "C" __global__ void csr_balanced_warp_i##I##_##SUFFIX(const int4* tiles, const int2* places, const int* rowStart, const int* colIndex, const V* values, V* parts, const V* x, V* y, \
                                                               V alpha, V beta) { \
    extern __shared__ __align__(16) unsigned char shared[]; \
    csrBalancedWarp<I, V>(tiles, places, rowStart, colIndex, values, parts, x, y, alpha, beta, reinterpret_cast<V*>(shared)); \
  }
#define CSR_BALANCED_WARP_ALL(V, SUFFIX) CSR_BALANCED_WARP(2, V, SUFFIX) CSR_BALANCED_WARP(4, V, SUFFIX) CSR_BALANCED_WARP(8, V, SUFFIX) CSR_BALANCED_WARP(16, V, SUFFIX)
CSR_BALANCED_WARP_ALL(double, f64)
CSR_BALANCED_WARP_ALL(float, f32)
