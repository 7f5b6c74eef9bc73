// The products of one row of C = AB, by a group of G lanes of a warp: each takes an entry of A and finds its row of B,
// then all take the entries of one such row after another, four rows being loaded at once. Groups of a warp go on
// together, so whole warps call these.
#pragma once

#include "column-words.cuh"

/** Rows of B whose entries are loaded together. */
constexpr int kRowsAtOnce = 4;

/** Which lane of its group of G this one is. */
template <int G> __device__ __forceinline__ int laneOf() { return static_cast<int>(threadIdx.x) % G; }

/** Sum over the lanes of a group, in all of them. */
template <int G> __device__ __forceinline__ int sumGroup(int sum) {
#pragma unroll
  for (int offset = G / 2; offset > 0; offset /= 2) sum += __shfl_xor_sync(kAllLanes, sum, offset, G);
  return sum;
}

/** The largest value of a warp, in all of its lanes. */
__device__ __forceinline__ int mostOfWarp(int value) {
#pragma unroll
  for (int offset = kWarp / 2; offset > 0; offset /= 2) value = max(value, __shfl_xor_sync(kAllLanes, value, offset));
  return value;
}

/** Of sorted columns begin .. end the first that is not less than `column`. */
__device__ __forceinline__ unsigned firstFrom(const int* colIndex, unsigned begin, unsigned end, int column) {
  while (begin < end) {
    const unsigned middle = begin + (end - begin) / 2;
    if (colIndex[middle] < column)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/** Entries begin .. end of sorted columns become those of columns first .. past - 1. Both ends are looked for together:
 * it is the loads one after another that take time. */
__device__ __forceinline__ void narrowTo(const int* colIndex, unsigned& begin, unsigned& end, int first, int past) {
  unsigned high = end, low = begin;
  while (begin < high || low < end) {
    const unsigned one = begin + (high - begin) / 2, other = low + (end - low) / 2;
    const int oneColumn = begin < high ? colIndex[one] : first, otherColumn = low < end ? colIndex[other] : past;
    if (oneColumn < first)
      begin = one + 1;
    else
      high = one;
    if (otherColumn < past)
      low = other + 1;
    else
      end = other;
  }
}

/** Calls each(columns) for every product of entries begin .. end of A, in no order; a column of less than 0 stands for
 * none. */
template <int G, typename Each>
__device__ __forceinline__ void eachColumn(const int* aColIndex, unsigned begin, unsigned end, const int* bRowStart,
                                           const int* bColIndex, Each&& each) {
  const int lane = laneOf<G>();
  for (unsigned base = begin; __any_sync(kAllLanes, base < end); base += G) {
    unsigned from = 0, to = 0;
    if (base + lane < end) {
      const int row = aColIndex[base + lane];
      from = bRowStart[row];
      to = bRowStart[row + 1];
    }
    const int count = base < end ? static_cast<int>(min(end - base, static_cast<unsigned>(G))) : 0;
#pragma unroll 1
    for (int first = 0; __any_sync(kAllLanes, first < count); first += kRowsAtOnce) {
      int column[kRowsAtOnce];
      unsigned next[kRowsAtOnce], last[kRowsAtOnce];
      bool more = false;
#pragma unroll
      for (int u = 0; u < kRowsAtOnce; u++) {
        next[u] = __shfl_sync(kAllLanes, from, first + u, G) + lane;
        last[u] = __shfl_sync(kAllLanes, to, first + u, G);
        column[u] = next[u] < last[u] ? bColIndex[next[u]] : -1;
        next[u] += G;
        more |= next[u] < last[u];
      }
      each(column);
      if (!more) continue;
#pragma unroll
      for (int u = 0; u < kRowsAtOnce; u++) {
#pragma unroll 1
        while (next[u] < last[u]) {
          int own[kRowsAtOnce];
#pragma unroll
          for (int v = 0; v < kRowsAtOnce; v++) {
            own[v] = next[u] < last[u] ? bColIndex[next[u]] : -1;
            next[u] += G;
          }
          each(own);
        }
      }
    }
  }
}

/**
 * Calls add(columns, a, b), with those of kRowsAtOnce rows of B, for every product of entries begin .. end of A: the
 * rows in the order of A, a column of less than 0 standing for none.
 */
template <int G, typename V, typename Add>
__device__ __forceinline__ void eachProduct(const int* aColIndex, const V* aValues, unsigned begin, unsigned end,
                                            const int* bRowStart, const int* bColIndex, const V* bValues, Add&& add) {
  const int lane = laneOf<G>();
  const unsigned shift = threadIdx.x % kWarp / G * G;
  constexpr unsigned kGroup = G == kWarp ? kAllLanes : (1u << (G % kWarp)) - 1;
  for (unsigned base = begin; __any_sync(kAllLanes, base < end); base += G) {
    unsigned from = 0, to = 0;
    V value = 0;
    if (base + lane < end) {
      const int row = aColIndex[base + lane];
      value = aValues[base + lane];
      from = bRowStart[row];
      to = bRowStart[row + 1];
    }
    // Lanes whose row of B has something to add.
    unsigned left = __ballot_sync(kAllLanes, from < to) >> shift & kGroup;
#pragma unroll 1
    while (__any_sync(kAllLanes, left != 0)) {
      int column[kRowsAtOnce];
      V a[kRowsAtOnce], b[kRowsAtOnce];
      unsigned next[kRowsAtOnce], last[kRowsAtOnce];
      bool more = false;
#pragma unroll
      for (int u = 0; u < kRowsAtOnce; u++) {
        const int of = left != 0 ? __ffs(left) - 1 : 0;
        next[u] = __shfl_sync(kAllLanes, from, of, G) + lane;
        last[u] = __shfl_sync(kAllLanes, to, of, G);
        a[u] = __shfl_sync(kAllLanes, value, of, G);
        if (left == 0) last[u] = 0;
        left &= left - 1;
        const bool wanted = next[u] < last[u];
        column[u] = wanted ? bColIndex[next[u]] : -1;
        b[u] = wanted ? bValues[next[u]] : V(0);
        next[u] += G;
        more |= next[u] < last[u];
      }
      if (!__any_sync(kAllLanes, more)) {
        add(column, a, b);
        continue;
      }
      // Rows longer than the group: one after another, so that the order stays.
#pragma unroll
      for (int u = 0; u < kRowsAtOnce; u++) {
        int own[kRowsAtOnce] = {column[u], -1, -1, -1};
        V factor[kRowsAtOnce] = {a[u], a[u], a[u], a[u]};
        V entry[kRowsAtOnce] = {b[u], V(0), V(0), V(0)};
        unsigned at = next[u];
#pragma unroll 1
        while (__any_sync(kAllLanes, own[0] >= 0)) {
          add(own, factor, entry);
#pragma unroll
          for (int v = 0; v < kRowsAtOnce; v++) {
            const bool wanted = at < last[u];
            own[v] = wanted ? bColIndex[at] : -1;
            entry[v] = wanted ? bValues[at] : V(0);
            at += G;
          }
        }
      }
    }
  }
}
