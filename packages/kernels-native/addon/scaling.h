// Scales of LU, and numbers in the order of its columns: equilibrate and scaledValues of @spmv/direct, whose words this
// uses.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace spmv {

// Less than any exponent, and 2 to the other is a number as its reciprocal is.
constexpr int32_t kNone = -(1 << 30), kMostExponent = 1000;
// A spread of exponents from which on they are first brought together by their means, and how often at most.
constexpr int32_t kWide = 150, kMeanPasses = 20;

// 2^k of a normal number.
inline double powerOf(int32_t k) { return std::bit_cast<double>(static_cast<uint64_t>(k + 1023) << 52); }
// The k of a positive power of two.
inline int32_t powerIn(double scale) { return static_cast<int32_t>(std::bit_cast<uint64_t>(scale) >> 52) - 1023; }

// value · 2^k for |k| ≤ 2000.
inline double timesPower(double value, int32_t k) {
  if (k >= -kMostExponent && k <= kMostExponent) return value * powerOf(k);
  const int32_t half = k >> 1;
  return value * powerOf(half) * powerOf(k - half);
}

// The k with 2^(k − 1) ≤ |value| < 2^k.
inline int32_t exponentOf(double value) {
  const int32_t bits = static_cast<int32_t>(std::bit_cast<uint64_t>(value) >> 52) & 0x7ff;
  if (bits > 0) return bits - 1022;
  return value == 0 ? kNone : std::ilogb(value) + 1;
}

struct Entries {
  const int32_t *index, *other, *exponents;
  int64_t count;

  // Entries of a row that follow one another wait for no memory.
  void byLargest(int32_t* to, const int32_t* scales, int64_t length) const {
    std::fill(to, to + length, kNone);
    int32_t at = count > 0 ? index[0] : 0, most = kNone;
    for (int64_t k = 0; k < count; k++) {
      if (index[k] != at) {
        to[at] = most;
        at = index[k];
        most = to[at];
      }
      if (exponents[k] != kNone) most = std::max(most, exponents[k] + scales[other[k]]);
    }
    if (count > 0) to[at] = most;
    for (int64_t i = 0; i < length; i++) {
      to[i] = to[i] == kNone ? 0 : std::clamp(-to[i], -kMostExponent, kMostExponent);
    }
  }

  // Whether one of them changed by more than 1.
  bool byMeans(int32_t* to, const int32_t* counts, const int32_t* scales, double* sums, int64_t length) const {
    std::fill(sums, sums + length, 0.0);
    for (int64_t k = 0; k < count; k++) {
      if (exponents[k] != kNone) sums[index[k]] += exponents[k] + scales[other[k]];
    }
    bool isChanged = false;
    for (int64_t i = 0; i < length; i++) {
      const double rounded = std::floor(sums[i] / std::max(1, counts[i]) + 0.5);
      const int32_t mean = std::clamp(-static_cast<int32_t>(rounded), -kMostExponent, kMostExponent);
      isChanged = isChanged || std::abs(mean - to[i]) > 1;
      to[i] = mean;
    }
    return isChanged;
  }
};

// Scales by rows and columns; their exponents `row` and `col`, and counts, are zeros before.
SPMV_KERNEL(equilibrate, const int32_t* rowIndex, const int32_t* colIndex, const double* values, int32_t* exponents,
            int32_t* row, int32_t* col, int32_t* rowCount, int32_t* colCount, double* sums, double* rowScale,
            double* colScale, int64_t rows, int64_t cols, int64_t entries) {
  int32_t least = -kNone, most = kNone;
  for (int64_t k = 0; k < entries; k++) {
    exponents[k] = (static_cast<int32_t>(std::bit_cast<uint64_t>(values[k]) >> 52) & 0x7ff) - 1022;
    least = std::min(least, exponents[k]);
    most = std::max(most, exponents[k]);
  }
  if (least == -1022) {
    // Zeros, and what lies below the normal numbers.
    least = -kNone, most = kNone;
    for (int64_t k = 0; k < entries; k++) {
      const int32_t exponent = exponents[k] = exponentOf(values[k]);
      if (exponent == kNone) continue;
      least = std::min(least, exponent);
      most = std::max(most, exponent);
    }
  }
  const Entries byRows{rowIndex, colIndex, exponents, entries}, byColumns{colIndex, rowIndex, exponents, entries};
  if (most > kNone && most - least > kWide) {
    for (int64_t k = 0; k < entries; k++) {
      if (exponents[k] == kNone) continue;
      rowCount[rowIndex[k]]++;
      colCount[colIndex[k]]++;
    }
    bool isChanged = true;
    for (int32_t pass = 0; pass < kMeanPasses && isChanged; pass++) {
      isChanged = byRows.byMeans(row, rowCount, col, sums, rows);
      isChanged = byColumns.byMeans(col, colCount, row, sums, cols) || isChanged;
    }
  }
  byRows.byLargest(row, col, rows);
  byColumns.byLargest(col, row, cols);
  std::transform(row, row + rows, rowScale, powerOf);
  std::transform(col, col + cols, colScale, powerOf);
}

// The scaled matrix in the order of the columns of an analysis. `found`: 1, or 0 where a number is not finite, and
// nothing is written then.
SPMV_KERNEL(luScaled, const int32_t* rowOrder, const int32_t* colOrder, const int32_t* start, const int32_t* row,
            const int32_t* from, const double* rowScale, const double* colScale, const double* given, double* values,
            int32_t* byPlace, double* found, int64_t n) {
  constexpr uint64_t all = uint64_t{0x7ff} << 52;
  uint64_t beyond = 0;
  for (int64_t k = 0; k < start[n]; k++) beyond |= (std::bit_cast<uint64_t>(given[k]) & all) == all;
  found[0] = beyond == 0;
  if (beyond != 0) return;
  for (int64_t i = 0; i < n; i++) byPlace[i] = powerIn(rowScale[rowOrder[i]]);
  for (int64_t j = 0; j < n; j++) {
    const int32_t power = powerIn(colScale[colOrder[j]]);
    for (int32_t k = start[j]; k < start[j + 1]; k++) {
      values[k] = timesPower(given[from[k]], byPlace[row[k]] + power);
    }
  }
}

// Rows of L, and of entries above blocks, by the steps that they became pivots in.
SPMV_KERNEL(luSteps, const int32_t* start, const int32_t* inside, const int32_t* row, const int32_t* stepOf,
            int32_t* lRow, int32_t* aboveRow, int64_t n, int64_t entries) {
  for (int64_t k = 0; k < entries; k++) lRow[k] = stepOf[lRow[k]];
  for (int64_t j = 0; j < n; j++) {
    for (int32_t k = start[j]; k < inside[j]; k++) aboveRow[k] = stepOf[row[k]];
  }
}

} // namespace spmv
