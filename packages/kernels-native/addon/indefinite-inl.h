// Pivots of a front of LDLᵀ: factorIndefiniteFront of @spmv/direct, whose words this uses.
#if defined(SPMV_INDEFINITE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_INDEFINITE_INL_H
#undef SPMV_INDEFINITE_INL_H
#else
#define SPMV_INDEFINITE_INL_H
#endif

#include <cmath>
#include <utility>

#include "arguments.h"
#include "lu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// The largest magnitude of some numbers side by side, NaN where one is.
template <typename T> HWY_INLINE T largestOf(const T* numbers, int64_t count) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  auto most = hn::Zero(d), rest = hn::Zero(d);
  int64_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    const auto value = hn::LoadU(d, numbers + j);
    most = hn::Max(most, hn::Abs(value));
    rest = hn::Add(rest, hn::Sub(value, value));
  }
  T found = hn::GetLane(hn::MaxOfLanes(d, most)), none = hn::GetLane(hn::SumOfLanes(d, rest));
  for (; j < count; j++) {
    found = HWY_MAX(found, std::fabs(numbers[j]));
    none += numbers[j] - numbers[j];
  }
  return found + none;
}

// A square of `height` lines whose upper triangle counts, and what elimination leaves.
template <typename T> struct IndefiniteFront {
  T *numbers, *lines;
  int32_t* ids;
  T *pivots, *beside;
  int64_t height;
  T tiny, threshold;

  // The largest beside the diagonal of a column of what is left, and of those before `past` where it is.
  struct Largest {
    T all, own;
    int64_t at;
  };

  HWY_INLINE T element(int64_t r, int64_t c) const { return r < c ? numbers[r * height + c] : numbers[c * height + r]; }

  Largest largestBeside(int64_t done, int64_t past, int64_t c, int64_t but) const {
    Largest found{largestOf(numbers + c * height + past, height - past), 0, -1};
    for (int64_t r = done; r < past; r++) {
      if (r == c || r == but) continue;
      const T size = std::fabs(element(r, c));
      if (!(size <= found.all)) found.all = size;
      if (size > found.own) found.own = size, found.at = r;
    }
    return found;
  }

  // An acceptable pivot c, with r −1, or an acceptable pair, before `past`. Whether there is one.
  bool nextPivot(int64_t done, int64_t past, int64_t& c, int64_t& r) const {
    for (c = done; c < past; c++) {
      const T own = numbers[c * height + c], pivot = std::fabs(own);
      const Largest found = largestBeside(done, past, c, -1);
      r = -1;
      if (pivot <= tiny && found.all <= tiny) return true;
      if (pivot > tiny && pivot >= threshold * found.all) return true;
      if (found.at < 0) continue;
      const T b = element(c, found.at);
      if (std::fabs(b) <= tiny) continue;
      const T p = own / b, q = numbers[found.at * height + found.at] / b, det = std::fabs(p * q - 1) * std::fabs(b);
      const T mine = largestBeside(done, past, c, found.at).all, other = largestBeside(done, past, found.at, c).all;
      const T most = HWY_MAX(std::fabs(q) * mine + other, mine + std::fabs(p) * other);
      r = found.at;
      if (det > tiny && most * threshold <= det) return true;
    }
    return false;
  }

  // Lines and columns i and k change places, i ≤ k, in what is eliminated too.
  void exchange(int64_t i, int64_t k) const {
    if (i == k) return;
    for (int64_t j = 0; j < i; j++) {
      std::swap(numbers[j * height + i], numbers[j * height + k]);
      std::swap(lines[j * height + i], lines[j * height + k]);
    }
    for (int64_t j = i + 1; j < k; j++) std::swap(numbers[i * height + j], numbers[j * height + k]);
    for (int64_t j = k + 1; j < height; j++) std::swap(numbers[i * height + j], numbers[k * height + j]);
    std::swap(numbers[i * height + i], numbers[k * height + k]);
    std::swap(ids[i], ids[k]);
  }

  void eliminateOne(int64_t k, int64_t past) const {
    const T *const from = numbers + k * height, pivot = from[k];
    T* const line = lines + k * height;
    const bool isNull = std::fabs(pivot) <= tiny;
    pivots[k] = isNull ? 0 : pivot;
    for (int64_t j = k + 1; j < height; j++) line[j] = isNull ? 0 : from[j] / pivot;
    for (int64_t i = k + 1; i < past; i++) {
      if (line[i] != 0) takeOffLine(from, line[i], numbers + i * height, i, height);
    }
  }

  void eliminatePair(int64_t k, int64_t past) const {
    const T *const one = numbers + k * height, *const two = one + height;
    T *const first = lines + k * height, *const second = first + height;
    const T a = one[k], b = one[k + 1], e = two[k + 1];
    pivots[k] = a, beside[k] = b, pivots[k + 1] = e, beside[k + 1] = 0;
    // Divided by b, which is the largest of them, no product overflows.
    const T p = a / b, q = e / b, det = (p * q - 1) * b;
    first[k + 1] = 0;
    for (int64_t j = k + 2; j < height; j++) {
      const T u = one[j], v = two[j];
      first[j] = (q * u - v) / det;
      second[j] = (p * v - u) / det;
    }
    for (int64_t i = k + 2; i < past; i++) {
      T* const to = numbers + i * height;
      if (first[i] != 0) takeOffLine(one, first[i], to, i, height);
      if (second[i] != 0) takeOffLine(two, second[i], to, i, height);
    }
  }
};

// Eliminates candidates from done[0], which moves, up to `past` as long as there are acceptable pivots, and brings the
// lines before `past` up to date.
SPMV_KERNEL(indefinitePivots, T* numbers, T* lines, int32_t* ids, T* pivots, T* beside, double* done, int64_t height,
            int64_t past, T tiny, T threshold) {
  const IndefiniteFront<T> front{numbers, lines, ids, pivots, beside, height, tiny, threshold};
  int64_t at = static_cast<int64_t>(done[0]), c = 0, r = 0;
  while (at < past && front.nextPivot(at, past, c, r)) {
    front.exchange(at, c);
    beside[at] = 0;
    if (r < 0) {
      front.eliminateOne(at++, past);
      continue;
    }
    front.exchange(at + 1, r == at ? c : r);
    front.eliminatePair(at, past);
    at += 2;
  }
  done[0] = static_cast<double>(at);
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
