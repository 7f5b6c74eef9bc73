// What is strong, and which points stay: PMIS. De Sterck, Yang, Heys, Reducing complexity in parallel algebraic
// multigrid preconditioners, 2006, section 3. The result is the set that going through points by falling measure gives.
#pragma once

#include "scan.cuh"

/** Lanes a row of A. */
constexpr int kRowLanes = 8;
/** What is known of a point. */
constexpr int kOpen = 0, kFine = 1, kCoarse = 2;
/** What the host reads: points that are open, coarse points, the most points of a row of P, and rows of each bin. */
constexpr int kOpenPoints = 0, kCoarsePoints = 1, kMostPoints = 2, kInBin = 3;
constexpr int kBinCount = 5;
constexpr int kTallySize = kInBin + kBinCount;

__device__ __forceinline__ void clearPoints(int* measure, int* state, int rows) {
  const unsigned i = globalThread();
  if (i >= rows) return;
  measure[i] = 0;
  state[i] = kOpen;
}

template <typename V> __device__ __forceinline__ V mostOfLanes(V value) {
#pragma unroll
  for (int offset = kRowLanes / 2; offset > 0; offset /= 2) {
    const V other = __shfl_xor_sync(kAllLanes, value, offset, kRowLanes);
    value = other > value ? other : value;
  }
  return value;
}

/** strong[k] <- whether row i depends on column j strongly: -a_ij >= theta max_k(-a_ik), signs turned where a_ii < 0
 * (Ruge, Stuben 1987); measure[j] <- rows that do; diagonal[i] <- a_ii, 0 without an entry. */
template <typename V>
__device__ __forceinline__ void markStrong(const int* rowStart, const int* colIndex, const V* values,
                                           unsigned char* strong, int* measure, V* diagonal, V theta, int rows) {
  const unsigned row = globalGroup<kRowLanes>();
  const unsigned lane = threadIdx.x % kRowLanes;
  const unsigned begin = row < rows ? rowStart[row] : 0, end = row < rows ? rowStart[row + 1] : 0;
  V own = 0;
  for (unsigned k = begin + lane; k < end; k += kRowLanes)
    if (colIndex[k] == static_cast<int>(row)) own = values[k];
#pragma unroll
  for (int offset = kRowLanes / 2; offset > 0; offset /= 2) own += __shfl_xor_sync(kAllLanes, own, offset, kRowLanes);
  const V sign = own < 0 ? V(1) : V(-1);
  V most = 0;
  for (unsigned k = begin + lane; k < end; k += kRowLanes) most = sign * values[k] > most ? sign * values[k] : most;
  most = mostOfLanes(most);
  const V limit = theta * most;
  for (unsigned k = begin + lane; k < end; k += kRowLanes) {
    const bool isStrong = limit > 0 && sign * values[k] >= limit;
    strong[k] = isStrong;
    if (isStrong) atomicAdd(&measure[colIndex[k]], 1);
  }
  if (row < rows && lane == 0) diagonal[row] = own;
}

/** The place of a point in a random order of 0 .. mask: the inverse of the bijection that gives the point of a place,
 * whose steps are multiplications by odd numbers and shifts (as in MurmurHash3). */
__device__ __forceinline__ unsigned placeOf(unsigned point, unsigned seed, unsigned mask, int shift) {
  unsigned h = point ^ (point >> shift);
  h = h * 0x7ed1b41du & mask;
  h ^= h >> shift;
  h = h * 0xa5cb9243u & mask;
  h ^= h >> shift;
  return (h - seed) * 0x0e8b2f51u & mask;
}

/** A pass of PMIS: an open point of whose earlier influences one is coarse becomes fine, one whose earlier influences
 * all are fine becomes coarse. Earlier: with more dependents, and of as many the one that comes first in the random
 * order. Points that nobody depends on are fine. What is decided stays, so that it does not matter who sees it when. */
__device__ __forceinline__ void choosePoints(const int* rowStart, const int* colIndex, const unsigned char* strong,
                                             const int* measure, int* state, int* tally, double seed, int rows,
                                             int bits, int turns) {
  const unsigned row = globalGroup<kRowLanes>();
  const unsigned lane = threadIdx.x % kRowLanes;
  volatile int* seen = state;
  const unsigned mask = bits == 32 ? 0xffffffffu : (1u << bits) - 1;
  const int shift = max(1, (bits + 1) / 2);
  const unsigned start = static_cast<unsigned>(seed);
  const int own = row < rows ? measure[row] : 0;
  const unsigned place = placeOf(row, start, mask, shift);
  const unsigned begin = row < rows ? rowStart[row] : 0, end = row < rows ? rowStart[row + 1] : 0;
  bool open = row < rows && seen[row] == kOpen;
  for (int turn = 0; turn < turns && __any_sync(kAllLanes, open); turn++) {
    // 2: one that comes before it is coarse; 1: one is open.
    int found = 0;
    if (open && own > 0)
      for (unsigned k = begin + lane; k < end; k += kRowLanes) {
        if (!strong[k]) continue;
        const int j = colIndex[k];
        const int other = measure[j];
        if (other < own || (other == own && placeOf(j, start, mask, shift) > place)) continue;
        const int what = seen[j];
        found = max(found, what == kCoarse ? 2 : what == kOpen ? 1 : 0);
      }
    found = mostOfLanes(found);
    if (open && (own == 0 || found != 1)) {
      if (lane == 0) seen[row] = own > 0 && found == 0 ? kCoarse : kFine;
      open = false;
    }
  }
  const unsigned left = __ballot_sync(kAllLanes, open && lane == 0);
  if (left != 0 && threadIdx.x % kWarp == 0) atomicAdd(&tally[kOpenPoints], __popc(left));
}

/** counts[i] <- 1 of a coarse point, 0 of a fine one. */
__device__ __forceinline__ void countCoarse(const int* state, int* counts, int rows) {
  const unsigned i = globalThread();
  if (i < rows) counts[i] = state[i] == kCoarse;
}

/** coarse[i] <- the number of a point on the coarse grid, -1 of a fine one; how many there are to the tally. */
__device__ __forceinline__ void numberCoarse(const int* state, const int* places, int* coarse, int* tally, int rows) {
  const unsigned i = globalThread();
  if (i < rows) coarse[i] = state[i] == kCoarse ? places[i] : -1;
  if (i + 1 == rows) tally[kCoarsePoints] = places[rows];
}

/** Before another count of what is open, and of all that follows from it. */
__device__ __forceinline__ void clearTally(int* tally) {
  if (threadIdx.x < kTallySize) tally[threadIdx.x] = 0;
}
