// Several vectors at once over packed slices: each row is decoded once, then multiplied as those of CSR are.
#if defined(SPMV_SPMM_PACKED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_SPMM_PACKED_INL_H
#undef SPMV_SPMM_PACKED_INL_H
#else
#define SPMV_SPMM_PACKED_INL_H
#endif

#include "arguments.h"
#include "packed-inl.h"
#include "spmm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// The `count` entries of lanes `lane` … lane + 2^log − 1 of a packed slice, lane by lane: columns and values. Of a lane
// four steps at a time, whose distances lie side by side.
template <typename V, typename D>
HWY_INLINE void decodeLanes(const SliceFacts& facts, const uint8_t* HWY_RESTRICT start, const V* HWY_RESTRICT stored,
                            int64_t lane, int64_t count, int32_t* HWY_RESTRICT columns, V* HWY_RESTRICT values) {
  const int32_t* HWY_RESTRICT const bases = reinterpret_cast<const int32_t*>(start);
  const D* HWY_RESTRICT const distances = reinterpret_cast<const D*>(start + (4 * facts.steps + 31) / 32 * 32);
  const int64_t mask = (int64_t{1} << facts.log) - 1;
  // The slice in as many parts as it has rows.
  askAllAhead(stored + lane * facts.steps, facts.steps << facts.log);
  askAllAhead(distances + lane * facts.steps, facts.steps << facts.log);
  for (int64_t l = 0; l <= mask; l++) {
    const int64_t own = lane + l, steps = (count + mask - l) >> facts.log;
    const V* HWY_RESTRICT value = stored + own;
    int64_t k = 0;
    for (; k + kGroup <= steps; k += kGroup, value += kGroup * kSliceLanes, columns += kGroup, values += kGroup) {
      // A group of steps that the lane has all of has four.
      const D* HWY_RESTRICT const at = distances + k * kSliceLanes + own * kGroup;
      for (int64_t r = 0; r < kGroup; r++) {
        columns[r] = bases[k + r] + static_cast<int32_t>(at[r]);
        values[r] = value[r * kSliceLanes];
      }
    }
    const int64_t room = facts.steps - k > 2 ? kGroup : facts.steps - k;
    const D* HWY_RESTRICT const at = distances + k * kSliceLanes + own * room;
    for (int64_t r = 0; k + r < steps; r++) {
      *columns++ = bases[k + r] + static_cast<int32_t>(at[r]);
      *values++ = value[r * kSliceLanes];
    }
  }
}

// Packed slices begin … end − 1. A row is decoded once, into what this worker has for it, and then multiplied with all
// vectors. A split row belongs to the range of its first slice, and its later slices are added to what is there.
SPMV_KERNEL(spmmPacked, const int32_t* slices, const int32_t* segments, const uint8_t* columns, const V* values,
            int32_t* ownColumns, V* ownValues, const X* x, X* y, int64_t xRow, int64_t yRow, int64_t yCol,
            int64_t yFirst, int64_t count, int64_t worker, int64_t room, int64_t sliceCount, T alpha, T beta,
            int64_t begin, int64_t end) {
  const Vectors<T> v{x, y + yFirst, xRow, yRow, yCol, count};
  const Scale<T> scale{alpha, beta};
  ownColumns += worker * room;
  ownValues += worker * room;
  const auto goesOn = [&](const SliceFacts& facts) { return facts.split && segments[2 * facts.third + 3] == 0; };
  bool isLater = begin > 0 && goesOn(SliceFacts(slices + 4 * (begin - 1)));
  bool isOwn = !isLater;
  for (int64_t s = begin; s < end || (s < sliceCount && isLater && isOwn); s++) {
    const SliceFacts facts(slices + 4 * s);
    const uint8_t* const start = columns + facts.start;
    const V* const stored = values + facts.firstStep * kSliceLanes;
    const auto multiply = [&](int64_t row, int64_t lane, int64_t count, Scale<T> by) HWY_ATTR {
      if (facts.code == 0) {
        decodeLanes<V, uint8_t>(facts, start, stored, lane, count, ownColumns, ownValues);
      } else if (facts.code == 1) {
        decodeLanes<V, uint16_t>(facts, start, stored, lane, count, ownColumns, ownValues);
      } else {
        decodeLanes<V, uint32_t>(facts, start, stored, lane, count, ownColumns, ownValues);
      }
      rowOfVectors(Entries<V>{ownColumns, ownValues, count, 1}, v, row, by);
    };
    const int64_t each = int64_t{1} << facts.log;
    if (facts.plain) {
      for (int64_t i = 0; i < kSliceLanes >> facts.log; i++) {
        multiply(facts.third + i, i * each, facts.steps << facts.log, scale);
      }
    } else if (facts.split) {
      const int64_t row = segments[2 * facts.third], count = segments[2 * facts.third + 1];
      if (isOwn) multiply(row, 0, count, isLater ? Scale<T>{scale.alpha, 1} : scale);
    } else {
      for (int64_t i = 0; i < kSliceLanes >> facts.log; i++) {
        const int64_t row = segments[2 * (facts.third + i)];
        if (row >= 0) multiply(row, i * each, segments[2 * (facts.third + i) + 1], scale);
      }
    }
    isLater = goesOn(facts);
    if (!isLater) isOwn = true;
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
