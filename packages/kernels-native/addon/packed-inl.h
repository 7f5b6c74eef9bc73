// Packed slices: 32 lanes, four of whose steps are a group, in which the distances of a lane lie side by side. The
// layout is that of @spmv/format-packed.
#if defined(SPMV_PACKED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_PACKED_INL_H
#undef SPMV_PACKED_INL_H
#else
#define SPMV_PACKED_INL_H
#endif

#include "arguments.h"
#include "row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

constexpr int64_t kSliceLanes = 32, kGroup = 4;

// What the four numbers of a slice say.
struct SliceFacts {
  int64_t firstStep, start, third, steps, log, code;
  bool plain, split;

  explicit SliceFacts(const int32_t* slice) {
    firstStep = slice[0];
    start = static_cast<int64_t>(slice[1]) * 32;
    third = slice[2];
    steps = slice[3] & 0xffff;
    log = (slice[3] >> 16) & 0xf;
    code = (slice[3] >> 20) & 3;
    plain = ((slice[3] >> 22) & 1) != 0;
    split = ((slice[3] >> 23) & 1) != 0;
  }
};

// A slice whose columns are stored as distances of type D from the base of their step.
template <typename T, typename V, typename D> struct Slice {
  const int32_t* HWY_RESTRICT bases;
  const D* HWY_RESTRICT distances;
  const V* HWY_RESTRICT values;
  const T* HWY_RESTRICT x;
  int64_t steps;

  // Steps that share the group of step `first`: the last one or two are a group of as many.
  HWY_INLINE int64_t room(int64_t first) const { return steps - first > 2 ? kGroup : steps - first; }

  // sum + the entries of step `step` of lanes `lane` …; their distances are `next` apart from `at` on.
  template <class Tag>
  HWY_INLINE Products<Tag> step(Tag d, Products<Tag> sum, int64_t step, int64_t lane, const D* at, int64_t next) const {
    const T* HWY_RESTRICT const from = x + bases[step];
    askAhead(values + step * kSliceLanes + lane);
    const auto found = collect(d, from, [&](size_t l) HWY_ATTR { return at[static_cast<int64_t>(l) * next]; });
    return mulAdd(d, loadValues(d, values + step * kSliceLanes + lane), found, sum);
  }

  // Entries from … to − 1 of one lane.
  HWY_INLINE T rest(int64_t lane, int64_t from, int64_t to) const {
    T sum = 0;
    for (int64_t k = from; k < to; k++) {
      const int64_t first = k / kGroup * kGroup;
      const D distance = distances[first * kSliceLanes + lane * room(first) + k % kGroup];
      sum += static_cast<T>(values[k * kSliceLanes + lane]) * x[bases[k] + static_cast<int64_t>(distance)];
    }
    return sum;
  }

  // The sums of all lanes, lane l over `count(l)` entries: as many lanes at a time as a vector holds for the steps that
  // all of them have.
  template <class Count> HWY_INLINE void sums(const Count& count, T* HWY_RESTRICT result) const {
    const Capped<T, 8> d;
    const int64_t lanes = static_cast<int64_t>(laneCount(d));
    for (int64_t lane = 0; lane < kSliceLanes; lane += lanes) {
      int64_t common = steps;
      for (int64_t l = 0; l < lanes; l++) common = HWY_MIN(common, count(lane + l));
      auto sum = noProducts(d);
      int64_t k = 0;
      for (; k + kGroup <= common; k += kGroup) {
        const D* const at = distances + k * kSliceLanes + lane * kGroup;
        askAhead(at);
        sum = step(d, sum, k, lane, at, kGroup);
        sum = step(d, sum, k + 1, lane, at + 1, kGroup);
        sum = step(d, sum, k + 2, lane, at + 2, kGroup);
        sum = step(d, sum, k + 3, lane, at + 3, kGroup);
      }
      const int64_t next = k < common ? room(k) : 0;
      const D* const at = distances + k * kSliceLanes + lane * next;
      for (int64_t r = 0; k + r < common; r++) sum = step(d, sum, k + r, lane, at + r, next);
      store(total(d, sum), d, result + lane);
      for (int64_t l = lane; l < lane + lanes; l++) {
        if (common < count(l)) result[l] += rest(l, common, count(l));
      }
    }
  }
};

template <typename T, typename V> struct Packed {
  const int32_t* HWY_RESTRICT slices;
  const int32_t* HWY_RESTRICT segments;
  const uint8_t* HWY_RESTRICT columns;
  const V* HWY_RESTRICT values;
  const T* HWY_RESTRICT x;

  // The sums of all lanes of a slice, over distances of type D.
  template <typename D> HWY_NOINLINE void lanes(const SliceFacts& facts, T* result) const {
    Slice<T, V, D> slice;
    slice.bases = reinterpret_cast<const int32_t*>(columns + facts.start);
    slice.distances = reinterpret_cast<const D*>(columns + facts.start + (4 * facts.steps + 31) / 32 * 32);
    slice.values = values + facts.firstStep * kSliceLanes;
    slice.x = x;
    slice.steps = facts.steps;
    if (facts.plain) {
      slice.sums([&](int64_t) HWY_ATTR { return facts.steps; }, result);
      return;
    }
    // Entry j of a segment is on its lane j mod 2^log.
    const int64_t mask = (int64_t{1} << facts.log) - 1;
    int64_t counts[kSliceLanes];
    for (int64_t l = 0; l < kSliceLanes; l++) {
      counts[l] = (segments[2 * (facts.third + (l >> facts.log)) + 1] + mask - (l & mask)) >> facts.log;
    }
    slice.sums([&](int64_t l) HWY_ATTR { return counts[l]; }, result);
  }

  HWY_INLINE void sums(const SliceFacts& facts, T* result) const {
    if (facts.code == 0) {
      lanes<uint8_t>(facts, result);
    } else if (facts.code == 1) {
      lanes<uint16_t>(facts, result);
    } else {
      lanes<uint32_t>(facts, result);
    }
  }

  // Whether the split row of a slice goes on in the next one: its last slice says how many were before.
  HWY_INLINE bool goesOn(const SliceFacts& facts) const { return segments[2 * facts.third + 3] == 0; }
};

// Σ sums[l] over l < count.
template <typename T> HWY_INLINE T added(const T* sums, int64_t count) {
  T sum = 0;
  for (int64_t l = 0; l < count; l++) sum += sums[l];
  return sum;
}

// Slices begin … end − 1. The partial sums of split rows at the ends of the range go to `partialSums`.
SPMV_KERNEL(packed, const int32_t* slices, const int32_t* segments, const uint8_t* columns, const V* values, const X* x,
            X* y, PartialSums* partialSums, T alpha, T beta, int64_t begin, int64_t end) {
  const Packed<T, V> a{slices, segments, columns, values, x};
  const Scale<T> scale{alpha, beta};
  partialSums->clear();
  bool inHead = false;
  if (begin > 0) {
    const SliceFacts before(a.slices + 4 * (begin - 1));
    inHead = before.split && a.goesOn(before);
  }
  T splitSum = 0;
  for (int64_t s = begin; s < end; s++) {
    const SliceFacts facts(a.slices + 4 * s);
    T sums[kSliceLanes];
    a.sums(facts, sums);
    if (!facts.split) {
      const int64_t each = int64_t{1} << facts.log;
      for (int64_t i = 0; i < kSliceLanes >> facts.log; i++) {
        const int64_t row = facts.plain ? facts.third + i : a.segments[2 * (facts.third + i)];
        if (row >= 0) scale.finish(y + row, added(sums + i * each, each));
      }
      continue;
    }
    splitSum += added(sums, kSliceLanes);
    const bool more = a.goesOn(facts);
    if (more && s < end - 1) continue;
    const int64_t row = a.segments[2 * facts.third];
    if (inHead) {
      partialSums->setHead(row, splitSum);
    } else if (more) {
      partialSums->setTail(row, splitSum);
    } else {
      scale.finish(y + row, splitSum);
    }
    inHead = false;
    splitSum = 0;
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
