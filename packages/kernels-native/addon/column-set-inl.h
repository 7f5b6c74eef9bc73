// The columns of one row as a set of bits that is read in order, and that knows the place of each column in the row.
#if defined(SPMV_COLUMN_SET_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_COLUMN_SET_INL_H
#undef SPMV_COLUMN_SET_INL_H
#else
#define SPMV_COLUMN_SET_INL_H
#endif

#include <climits>
#include <cstdint>

#include "gather-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// What a set counted: columns, and words of bits that it has to forget.
struct Counted {
  int64_t columns, words;
};

// One bit for each column, one for each word of those, one for each word of these: a row costs its terms and a 262144th
// of its span, and nothing is sorted. `rank`: the place in the row of the first column of a word. All bits are 0
// between rows.
struct ColumnSet {
  uint64_t* HWY_RESTRICT words;
  uint64_t* HWY_RESTRICT second;
  uint64_t* HWY_RESTRICT third;
  int32_t* HWY_RESTRICT rank;

  ColumnSet(int32_t* own, int64_t wordCount, int64_t secondCount, int64_t thirdCount)
      : words(reinterpret_cast<uint64_t*>(own)), second(words + wordCount), third(second + secondCount),
        rank(reinterpret_cast<int32_t*>(third + thirdCount)) {}

  static HWY_INLINE uint64_t bit(int64_t place) { return uint64_t{1} << (place & 63); }
  static HWY_INLINE int64_t lowest(uint64_t bits) { return __builtin_ctzll(bits); }

  // visit(w, bits, k): the columns of word w, of which the first is columns[k].
  template <class Visit>
  static HWY_INLINE void byWords(const int32_t* HWY_RESTRICT columns, int64_t count, const Visit& visit) {
    for (int64_t k = 0; k < count;) {
      const int64_t start = k, w = columns[k] >> 6;
      uint64_t bits = 0;
      do {
        bits |= bit(columns[k++]);
      } while (k < count && columns[k] >> 6 == w);
      visit(w, bits, start);
    }
  }

  // Counts the columns that are new of word w; `rank` lists the words.
  HWY_INLINE void count(int64_t w, uint64_t bits, Counted& counted) const {
    const uint64_t old = words[w];
    words[w] = old | bits;
    counted.columns += __builtin_popcountll(bits & ~old);
    rank[counted.words] = static_cast<int32_t>(w);
    counted.words += old == 0;
  }

  HWY_INLINE void forget(const Counted& counted) const {
    for (int64_t k = 0; k < counted.words; k++) words[rank[k]] = 0;
  }

  // Puts columns of word w in.
  HWY_INLINE void insert(int64_t w, uint64_t bits) const {
    const uint64_t old = words[w];
    words[w] = old | bits;
    if (old != 0) return;
    const uint64_t above = second[w >> 6];
    second[w >> 6] = above | bit(w);
    if (above == 0) third[w >> 12] |= bit(w >> 6);
  }

  // Takes all columns out, in order, which are `low` to `high`.
  HWY_INLINE void drain(int64_t low, int64_t high, int32_t* HWY_RESTRICT to) const {
    for (int64_t t = low >> 18; t <= high >> 18; t++) {
      for (uint64_t top = third[t]; top != 0; top &= top - 1) {
        const int64_t s = t * 64 + lowest(top);
        for (uint64_t above = second[s]; above != 0; above &= above - 1) {
          const int64_t w = s * 64 + lowest(above);
          for (uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
            *to++ = static_cast<int32_t>(w * 64 + lowest(bits));
          }
          words[w] = 0;
        }
        second[s] = 0;
      }
      third[t] = 0;
    }
  }

  // The same without the levels over words, which `drainWords` does not need: where a row has hardly fewer terms than
  // words between its first and its last column.
  HWY_INLINE void insertWord(int64_t w, uint64_t bits) const { words[w] |= bits; }

  // Takes out what `insertWord` put in, and counts its columns.
  HWY_INLINE int64_t countWords(int64_t low, int64_t high) const {
    int64_t count = 0;
    for (int64_t w = low >> 6; w <= high >> 6; w++) {
      count += __builtin_popcountll(words[w]);
      words[w] = 0;
    }
    return count;
  }

  // Takes out what `insertWord` put in, `count` columns in order. Most words have none, one or two: none are passed by
  // together, one and two are written without a branch, whose wrong guesses cost more than they do, as long as there is
  // room for two.
  HWY_INLINE void drainWords(int64_t low, int64_t high, int32_t* HWY_RESTRICT to, int64_t count) const {
    constexpr uint64_t kLast = uint64_t{1} << 63;
    const int32_t* const roomy = to + count - 2;
    const auto drainWord = [&](int64_t w) HWY_ATTR {
      uint64_t bits = words[w];
      words[w] = 0;
      const int32_t base = static_cast<int32_t>(w * 64);
      if (to <= roomy) {
        const uint64_t rest = bits & (bits - 1);
        to[0] = base + static_cast<int32_t>(lowest(bits | kLast));
        to[1] = base + static_cast<int32_t>(lowest(rest | kLast));
        to += (bits != 0) + (rest != 0);
        bits = rest & (rest - 1);
      }
      for (; bits != 0; bits &= bits - 1) *to++ = base + static_cast<int32_t>(lowest(bits));
    };
    const hn::CappedTag<uint64_t, 8> d;
    const int64_t N = static_cast<int64_t>(hn::Lanes(d));
    int64_t w = low >> 6;
    for (; w + N <= (high >> 6) + 1; w += N) {
      uint8_t some[8] = {};
      hn::StoreMaskBits(d, hn::Ne(hn::LoadU(d, words + w), hn::Zero(d)), some);
      for (uint32_t lanes = some[0]; lanes != 0; lanes &= lanes - 1) drainWord(w + __builtin_ctz(lanes));
    }
    for (; w <= high >> 6; w++) drainWord(w);
  }

  // Puts in the columns of a row, all of them and in order: `place` knows each then.
  HWY_INLINE void number(const int32_t* HWY_RESTRICT columns, int64_t count) const {
    byWords(columns, count, [&](int64_t w, uint64_t bits, int64_t first) HWY_ATTR {
      words[w] = bits;
      rank[w] = static_cast<int32_t>(first);
    });
  }

  // The place of a column in the row.
  HWY_INLINE int64_t place(int32_t column) const {
    const int64_t w = column >> 6;
    return rank[w] + __builtin_popcountll(words[w] & (bit(column) - 1));
  }

  HWY_INLINE void clear(const int32_t* HWY_RESTRICT columns, int64_t count) const {
    for (int64_t k = 0; k < count; k++) words[columns[k] >> 6] = 0;
  }
};

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
