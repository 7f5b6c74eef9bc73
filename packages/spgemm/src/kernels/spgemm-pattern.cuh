// The pattern of C = AB where the words of a row fit a hash table in shared memory: how many entries a row has, and
// then, sorted, which. The rows are those of a bin, whose tables have the same size; G lanes work on one.
#pragma once

#include "row-products.cuh"

/** The group's part of the launch's shared memory, `bytes` a group. */
template <int G> __device__ __forceinline__ unsigned char* sharedOf(unsigned bytes) {
  return kernelShared + threadIdx.x / G * bytes;
}

/**
 * counts[row] <- number of entries of that row of C, for rows list[first .. first + length]. 8 bytes of shared memory
 * for each of the 2^logSlots slots of a group.
 */
template <int G>
__device__ __forceinline__ void countRows(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                          const int* bColIndex, const int* list, int* counts, int first, int length,
                                          int logSlots) {
  const unsigned group = globalGroup<G>();
  const bool busy = group < static_cast<unsigned>(length);
  if (!__any_sync(kAllLanes, busy)) return;
  const int lane = laneOf<G>();
  const int row = busy ? list[first + group] : 0;
  const ColumnWords words = {reinterpret_cast<ColumnWord*>(sharedOf<G>(8u << logSlots)), logSlots};
  words.clear<G>(lane);
  __syncwarp();
  int count = 0;
  eachColumn<G>(aColIndex, busy ? aRowStart[row] : 0, busy ? aRowStart[row + 1] : 0, bRowStart, bColIndex,
                [&](const int(&columns)[kRowsAtOnce]) { count += words.putColumns(columns, [](int) {}); });
  __syncwarp();
  count = sumGroup<G>(count);
  if (busy && lane == 0) counts[row] = count;
}

/** Sorts keys[0 .. size], a power of two the same in all groups of a warp, by G lanes: K. E. Batcher, Sorting networks
 * and their applications, AFIPS 1968. */
template <int G> __device__ __forceinline__ void sortShared(int* keys, int size, int lane) {
#pragma unroll 1
  for (int run = 2; run <= size; run *= 2) {
#pragma unroll 1
    for (int step = run / 2; step > 0; step /= 2) {
      for (int i = lane; i < size / 2; i += G) {
        const int low = 2 * i - (i & (step - 1));
        const int one = keys[low], other = keys[low + step];
        if ((one > other) == ((low & run) == 0)) {
          keys[low] = other;
          keys[low + step] = one;
        }
      }
      __syncwarp();
    }
  }
}

/** The same for G R keys, R in the registers of a lane: key i is in lane i % G. */
template <int G, int R> __device__ __forceinline__ void sortRegisters(int* keys, int lane) {
  int own[R];
#pragma unroll
  for (int r = 0; r < R; r++) own[r] = keys[r * G + lane];
#pragma unroll
  for (int run = 2; run <= G * R; run *= 2) {
#pragma unroll
    for (int step = run / 2; step > 0; step /= 2) {
#pragma unroll
      for (int r = 0; r < R; r++) {
        if (step < G) {
          const int other = __shfl_xor_sync(kAllLanes, own[r], step, G);
          const bool rises = ((r * G + lane) & run) == 0, isLow = (lane & step) == 0;
          own[r] = rises == isLow ? min(own[r], other) : max(own[r], other);
        } else if ((r & (step / G)) == 0) {
          const int one = own[r], other = own[r | step / G];
          const bool rises = (r * G & run) == 0;
          own[r] = rises ? min(one, other) : max(one, other);
          own[r | step / G] = rises ? max(one, other) : min(one, other);
        }
      }
    }
  }
#pragma unroll
  for (int r = 0; r < R; r++) keys[r * G + lane] = own[r];
  __syncwarp();
}

template <int G> __device__ __forceinline__ void sortKeys(int* keys, int size, int lane) {
  switch (size / G) {
  case 1:
    return sortRegisters<G, 1>(keys, lane);
  case 2:
    return sortRegisters<G, 2>(keys, lane);
  case 4:
    return sortRegisters<G, 4>(keys, lane);
  case 8:
    return sortRegisters<G, 8>(keys, lane);
  case 16:
    return sortRegisters<G, 16>(keys, lane);
  default:
    return sortShared<G>(keys, size, lane);
  }
}

/**
 * Columns of C, sorted, to colIndex[rowStart[row] ..] for the same rows; how many there are to counts[row], unless it
 * is null: with it, rowStart is where there is room for them. A group needs 12 bytes of shared memory a slot, and 16
 * more.
 */
template <int G>
__device__ __forceinline__ void putColumns(const int* aRowStart, const int* aColIndex, const int* bRowStart,
                                           const int* bColIndex, const int* list, const int* rowStart, int* colIndex,
                                           int* counts, int first, int length, int logSlots) {
  const unsigned group = globalGroup<G>();
  const bool busy = group < static_cast<unsigned>(length);
  if (!__any_sync(kAllLanes, busy)) return;
  const int lane = laneOf<G>();
  const int row = busy ? list[first + group] : 0;
  unsigned char* const shared = sharedOf<G>((12u << logSlots) + 16);
  const ColumnWords words = {reinterpret_cast<ColumnWord*>(shared), logSlots};
  int* const keys = reinterpret_cast<int*>(shared + (8u << logSlots));
  int* const found = keys + (1 << logSlots);
  words.clear<G>(lane);
  if (lane == 0) *found = 0;
  __syncwarp();
  eachColumn<G>(aColIndex, busy ? aRowStart[row] : 0, busy ? aRowStart[row + 1] : 0, bRowStart, bColIndex,
                [&](const int(&columns)[kRowsAtOnce]) {
                  words.putColumns(columns, [&](int word) { keys[atomicAdd(found, 1)] = word; });
                });
  __syncwarp();
  const int count = *found;
  const int most = mostOfWarp(count);
  int size = G;
  while (size < most) size *= 2;
  for (int i = count + lane; i < size; i += G) keys[i] = 0x7fffffff;
  __syncwarp();
  sortKeys<G>(keys, size, lane);
  int* const begin = colIndex + (busy ? rowStart[row] : 0);
  int* to = begin;
#pragma unroll 1
  for (int base = 0; base < most; base += G) {
    const int i = base + lane;
    int word = 0;
    unsigned bits = 0;
    if (i < count) {
      word = keys[i];
      bits = words.find(word).bits;
    }
    const int own = __popc(bits);
    int upTo = own;
#pragma unroll
    for (int offset = 1; offset < G; offset *= 2) {
      const int other = __shfl_up_sync(kAllLanes, upTo, offset, G);
      if (lane >= offset) upTo += other;
    }
    int* place = to + upTo - own;
    for (; bits != 0; bits &= bits - 1) *place++ = word * kWordColumns + __ffs(bits) - 1;
    to += __shfl_sync(kAllLanes, upTo, G - 1, G);
  }
  if (counts != nullptr && busy && lane == 0) counts[row] = static_cast<int>(to - begin);
}

#define PATTERN(G) \
  SPMV_ENTRY(__launch_bounds__(128, 8), spgemm_count_##G, 9, countRows<G>) \
  SPMV_ENTRY(__launch_bounds__(128, 8), spgemm_columns_##G, 11, putColumns<G>)
PATTERN(8)
PATTERN(16)
PATTERN(32)
