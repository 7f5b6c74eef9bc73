// Packed slices: a warp a slice. A lane takes every step of its slice up to its own count; a column is the
// step's base plus a narrow distance, of which a lane loads four at once; the lanes of a row are added by a tree;
// the partial sums of a split row are joined as split-row.cuh says. One launch. What is done with the sum of a row is
// the caller's.
#pragma once

#include "split-row.cuh"

constexpr int kGroup = 4;

/** What streams through the caches: not put into the first-level one, which is left to x. */
#define PASS(TYPE, PTX, LETTER) \
  __device__ __forceinline__ TYPE pass(const TYPE* address) { \
    TYPE value; \
    asm("ld.global.nc.L1::no_allocate." PTX " %0, [%1];" : "=" LETTER(value) : "l"(address)); \
    return value; \
  }
PASS(double, "f64", "d")
PASS(float, "f32", "f")
PASS(unsigned, "u32", "r")
PASS(unsigned short, "u16", "h")
__device__ __forceinline__ unsigned pass(const unsigned char* address) {
  unsigned value;
  asm("ld.global.nc.L1::no_allocate.u8 %0, [%1];" : "=r"(value) : "l"(address));
  return value;
}
__device__ __forceinline__ uint2 pass(const uint2* address) {
  uint2 value;
  asm("ld.global.nc.L1::no_allocate.v2.u32 {%0, %1}, [%2];" : "=r"(value.x), "=r"(value.y) : "l"(address));
  return value;
}
__device__ __forceinline__ uint4 pass(const uint4* address) {
  uint4 value;
  asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
      : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
      : "l"(address));
  return value;
}

#define PASS_PAIR(TYPE, PTX, LETTER) \
  __device__ __forceinline__ Complex<TYPE> pass(const Complex<TYPE>* address) { \
    Complex<TYPE> value; \
    asm("ld.global.nc.L1::no_allocate.v2." PTX " {%0, %1}, [%2];" \
        : "=" LETTER(value.re), "=" LETTER(value.im) \
        : "l"(address)); \
    return value; \
  }
PASS_PAIR(double, "f64", "d")
PASS_PAIR(float, "f32", "f")

/** Distances of one lane in four neighbouring steps, as stored: W bytes each. */
template <int W> struct Distances;

template <> struct Distances<1> {
  unsigned word;
  __device__ __forceinline__ void load(const unsigned char* group, int lane, int width) {
    if (width == 4)
      word = pass(reinterpret_cast<const unsigned*>(group) + lane);
    else if (width == 2)
      word = pass(reinterpret_cast<const unsigned short*>(group) + lane);
    else
      word = pass(group + lane);
  }
  __device__ __forceinline__ int at(int i) const { return (word >> (8 * i)) & 0xff; }
};

template <> struct Distances<2> {
  unsigned low, high;
  __device__ __forceinline__ void load(const unsigned char* group, int lane, int width) {
    if (width == 4) {
      const uint2 words = pass(reinterpret_cast<const uint2*>(group) + lane);
      low = words.x;
      high = words.y;
    } else if (width == 2) {
      low = pass(reinterpret_cast<const unsigned*>(group) + lane);
    } else {
      low = pass(reinterpret_cast<const unsigned short*>(group) + lane);
    }
  }
  __device__ __forceinline__ int at(int i) const { return ((i < 2 ? low : high) >> (16 * (i % 2))) & 0xffff; }
};

template <> struct Distances<4> {
  uint4 words;
  __device__ __forceinline__ void load(const unsigned char* group, int lane, int width) {
    if (width == 4) {
      words = pass(reinterpret_cast<const uint4*>(group) + lane);
    } else if (width == 2) {
      const uint2 two = pass(reinterpret_cast<const uint2*>(group) + lane);
      words.x = two.x;
      words.y = two.y;
    } else {
      words.x = pass(reinterpret_cast<const unsigned*>(group) + lane);
    }
  }
  __device__ __forceinline__ int at(int i) const {
    return i == 0 ? words.x : i == 1 ? words.y : i == 2 ? words.z : words.w;
  }
};

/** What one lane needs of four neighbouring steps. */
template <int W, typename V> struct Group {
  Distances<W> distances;
  int4 base;
  V value[kGroup];

  /** From step `first` on; steps from `steps` on are not there, values from `count` on not wanted. */
  __device__ __forceinline__ void load(const V* values, const unsigned char* bytes, int lane, int first, int steps,
                                       int count) {
    const int rest = steps - first;
    if (rest <= 0) return;
    distances.load(bytes + ((steps + 7) & ~7) * 4 + first * kWarp * W, lane, rest >= 3 ? 4 : rest);
    base = __ldg(reinterpret_cast<const int4*>(bytes) + first / kGroup);
#pragma unroll
    for (int i = 0; i < kGroup; i++) value[i] = first + i < count ? pass(values + (first + i) * kWarp) : V(0);
  }
  __device__ __forceinline__ V add(V sum, const Operand<V>& x, int first, int count) const {
#pragma unroll
    for (int i = 0; i < kGroup; i++) {
      const int start = i == 0 ? base.x : i == 1 ? base.y : i == 2 ? base.z : base.w;
      const bool there = first + i < count;
      const V operand = x.at(start + distances.at(i), there);
      if (there) sum += value[i] * operand;
    }
    return sum;
  }
};

/** Sum of the first `count` of `steps` entries of one lane; G groups of four steps are in flight at once, the next ones
 * too when `Ahead`. */
template <int W, int G, bool Ahead, typename V>
__device__ __forceinline__ V sumLane(const V* values, const unsigned char* bytes, const V* x, int steps, int count) {
  const int lane = threadIdx.x % kWarp;
  V sum = 0;
  if constexpr (Ahead) {
    Group<W, V> now;
    now.load(values, bytes, lane, 0, steps, count);
    const Operand<V> operand = waitForPrevious(x);
    for (int step = 0; step < steps; step += kGroup) {
      Group<W, V> next;
      next.load(values, bytes, lane, step + kGroup, steps, count);
      sum = now.add(sum, operand, step, count);
      now = next;
    }
  } else {
    Group<W, V> group[G];
    const auto load = [&](int step) {
#pragma unroll
      for (int g = 0; g < G; g++) group[g].load(values, bytes, lane, step + g * kGroup, steps, count);
    };
    load(0);
    const Operand<V> operand = waitForPrevious(x);
    for (int step = 0; step < steps; load(step)) {
#pragma unroll
      for (int g = 0; g < G; g++) sum = group[g].add(sum, operand, step + g * kGroup, count);
      step += G * kGroup;
    }
  }
  return sum;
}

/** The slice of this warp: calls finish(row, sum) once for each of its rows, by one lane, after the kernels before have
 * ended; of a split row by the warp that has its last slice. */
template <int G, bool Ahead, typename V, typename Finish>
__device__ __forceinline__ void packedSlice(const int4* slices, const int2* segments, const unsigned char* columns,
                                            const V* values, V* partials, const V* x, int sliceCount, Finish&& finish) {
  launchDependents();
  const int number = globalGroup<kWarp>();
  if (number >= sliceCount) return;
  const int4 slice = __ldg(slices + number);
  const int lane = threadIdx.x % kWarp;
  const int steps = slice.w & 0xffff;
  const int lanesLog = (slice.w >> 16) & 0xf;
  const int widthCode = (slice.w >> 20) & 3;
  const bool plain = (slice.w >> 22) & 1;
  const bool split = (slice.w >> 23) & 1;
  const int lanes = 1 << lanesLog;
  int row = slice.z + (lane >> lanesLog);
  int count = steps;
  int2 place = make_int2(0, 0);
  if (!plain) {
    const int2 segment = __ldg(segments + row);
    if (split) place = __ldg(segments + row + 1);
    row = segment.x;
    // Entry j is on lane j mod T: the lanes below the rest of length / T have one more.
    count = (segment.y + lanes - 1 - (lane & (lanes - 1))) >> lanesLog;
  }
  const V* laneValues = values + static_cast<size_t>(slice.x) * kWarp + lane;
  const unsigned char* bytes = columns + static_cast<size_t>(slice.y) * kWarp;
  V sum;
  if (widthCode == 0)
    sum = sumLane<1, G, Ahead>(laneValues, bytes, x, steps, count);
  else if (widthCode == 1)
    sum = sumLane<2, G, Ahead>(laneValues, bytes, x, steps, count);
  else
    sum = sumLane<4, G, Ahead>(laneValues, bytes, x, steps, count);
  if (lanesLog > 0) sum = sumLanes(sum, lanes);
  if (split)
    joinRow(partials, place.x, place.y, row, sum, finish);
  else if ((lane & (lanes - 1)) == 0 && row >= 0)
    finish(row, sum);
}
