// The weights of a row of P before it is cut: extended+i interpolation, De Sterck, Falgout, Nolting, Yang, Distance-two
// interpolation for parallel algebraic multigrid, 2008, section 4.3. Sums are in the order of the entries and are
// rounded after each step, so that they have the bits that the host gives them.
#pragma once

#include "common.cuh"

/** A fine neighbour with more entries is not looked through. */
constexpr int kLongRow = 1024;

/** Bytes of the points of a row. */
__host__ __device__ constexpr size_t pointBytes(int most) { return 28 * static_cast<size_t>(most) + 16; }

/** The points of a row, of a warp: in a hash table their places, and by places points and weights, which have room for
 * one more than `most`, the row itself. */
struct Points {
  double* weights;
  int* points;
  int* keys;
  int* places;
  unsigned mask;
  int count;

  __device__ __forceinline__ Points(unsigned char* room, int most)
      : weights(reinterpret_cast<double*>(room)), points(reinterpret_cast<int*>(room + 8 * (most + 1ull))),
        keys(points + most + 2), places(keys + 2 * most), mask(2u * most - 1), count(0) {}

  __device__ __forceinline__ unsigned slotOf(int key) const {
    return (static_cast<unsigned>(key) * 0x9e3779b1u >> 7) & mask;
  }

  __device__ __forceinline__ void clear() {
    for (unsigned s = threadIdx.x % kWarp; s <= mask; s += kWarp) keys[s] = -1;
    count = 0;
    __syncwarp();
  }

  /** Puts in what is wanted and not there, in the order of the lanes. Keys of lanes differ. By the warp. */
  __device__ __forceinline__ void put(int key, bool wanted) {
    bool isNew = false;
    unsigned slot = slotOf(key);
    while (wanted) {
      const int found = atomicCAS(&keys[slot], -1, key);
      isNew = found == -1;
      if (isNew || found == key) break;
      slot = (slot + 1) & mask;
    }
    const unsigned fresh = __ballot_sync(kAllLanes, isNew);
    if (isNew) {
      const int place = count + __popc(fresh & ((1u << threadIdx.x % kWarp) - 1));
      places[slot] = place;
      points[place] = key;
    }
    count += __popc(fresh);
  }

  /** The place of a point, -1 of others. */
  __device__ __forceinline__ int find(int key) const {
    unsigned slot = slotOf(key);
    while (true) {
      const int found = keys[slot];
      if (found == key) return places[slot];
      if (found == -1) return -1;
      slot = (slot + 1) & mask;
    }
  }
};

/** What P is made of. */
struct Splitting {
  const int* rowStart;
  const int* colIndex;
  const double* values;
  const unsigned char* strong;
  const int* coarse;
  const double* diagonal;
};

/** An entry of the row that is made, in a lane, and the neighbour that it is of: its row where it is to be looked
 * through, else an empty one. */
struct Neighbour {
  int column = -1;
  double value = 0;
  unsigned begin = 0, end = 0;
};

__device__ __forceinline__ Neighbour neighbourOf(const Splitting& of, unsigned k, unsigned end) {
  Neighbour one;
  if (k >= end) return one;
  one.column = of.colIndex[k];
  one.value = of.values[k];
  if (of.strong[k] && of.coarse[one.column] < 0) {
    one.begin = of.rowStart[one.column];
    one.end = of.rowStart[one.column + 1];
    if (one.end - one.begin > kLongRow) one.end = one.begin;
  }
  return one;
}

/** Puts in the coarse points that entries begin .. end depend on. */
__device__ __forceinline__ void putNear(const Splitting& of, unsigned begin, unsigned end, Points& to) {
  for (unsigned base = begin; base < end; base += kWarp) {
    const unsigned k = base + threadIdx.x % kWarp;
    const int j = k < end ? of.colIndex[k] : 0;
    to.put(j, k < end && of.strong[k] && of.coarse[j] >= 0);
    __syncwarp();
  }
}

/** What a row begin .. end gives of its entries of the other sign than its diagonal, at the points or `row` itself:
 * sum, and with Share += share times each. */
template <bool Share>
__device__ __forceinline__ double passNeighbour(const Splitting& of, const Points& points, unsigned begin, unsigned end,
                                                double sign, double share) {
  double sum = 0;
  for (unsigned base = begin; base < end; base += kWarp) {
    const unsigned m = base + threadIdx.x % kWarp;
    const double part = m < end ? of.values[m] : 0;
    const int at = part * sign < 0 ? points.find(of.colIndex[m]) : -1;
    if (Share) {
      if (at >= 0) points.weights[at] = __dadd_rn(points.weights[at], __dmul_rn(share, part));
    } else {
      for (unsigned hits = __ballot_sync(kAllLanes, at >= 0); hits != 0; hits &= hits - 1)
        sum = __dadd_rn(sum, __shfl_sync(kAllLanes, part, __ffs(hits) - 1));
    }
  }
  return sum;
}

/** The points of a fine row and their weights: what fine neighbours contribute is divided between its points and the
 * row itself, what is weak goes to the diagonal. By a warp. */
__device__ __forceinline__ void weighRow(const Splitting& of, int row, Points& points) {
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned begin = of.rowStart[row], end = of.rowStart[row + 1];
  points.clear();
  putNear(of, begin, end, points);
  for (unsigned base = begin; base < end; base += kWarp) {
    const Neighbour own = neighbourOf(of, base + lane, end);
    for (unsigned left = __ballot_sync(kAllLanes, own.begin < own.end); left != 0; left &= left - 1) {
      const int from = __ffs(left) - 1;
      putNear(of, __shfl_sync(kAllLanes, own.begin, from), __shfl_sync(kAllLanes, own.end, from), points);
    }
  }
  const int count = points.count;
  for (int p = lane; p < count; p += kWarp) points.weights[p] = 0;
  if (lane == 0) points.weights[count] = of.diagonal[row];
  // The row itself comes after all points, and is none.
  points.put(row, lane == 0);
  points.count = count;
  __syncwarp();
  for (unsigned base = begin; base < end; base += kWarp) {
    const Neighbour own = neighbourOf(of, base + lane, end);
    const int place = own.column >= 0 && own.column != row ? points.find(own.column) : -1;
    const double sign = own.begin < own.end ? of.diagonal[own.column] : 0;
    const int many = static_cast<int>(min(end - base, static_cast<unsigned>(kWarp)));
    for (int t = 0; t < many; t++) {
      const int column = __shfl_sync(kAllLanes, own.column, t);
      const double value = __shfl_sync(kAllLanes, own.value, t);
      if (column == row) continue;
      int to = __shfl_sync(kAllLanes, place, t);
      if (to < 0) {
        const unsigned first = __shfl_sync(kAllLanes, own.begin, t), past = __shfl_sync(kAllLanes, own.end, t);
        const double of2 = __shfl_sync(kAllLanes, sign, t);
        const double sum = passNeighbour<false>(of, points, first, past, of2, 0);
        if (sum != 0) {
          passNeighbour<true>(of, points, first, past, of2, value / sum);
          __syncwarp();
          continue;
        }
        to = count;
      }
      if (lane == 0) points.weights[to] = __dadd_rn(points.weights[to], value);
      __syncwarp();
    }
  }
  const double own = points.weights[count];
  for (int p = lane; p < count; p += kWarp) {
    const double weight = -points.weights[p] / own;
    points.weights[p] = isfinite(weight) ? weight : 0;
  }
  __syncwarp();
}
