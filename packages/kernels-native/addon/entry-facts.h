// What solvers look at in a matrix before they multiply with it: entryPass of @spmv/solvers, whose words this uses.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "team.h"

namespace spmv {

// Rows that a thread takes at once; sums of them are added in their order, whoever took them.
constexpr int64_t kRowsAtOnce = 1 << 12;

struct RowFacts {
  double largest = 0, least = std::numeric_limits<double>::infinity(), squares = 0, mostOfRow = 0;
  int64_t longest = 0, notFinite = -1, below = 0, above = 0;
};

struct EntriesByRows {
  const int32_t *rowStart, *colIndex;
  const double* values;
  int64_t rows, cols;

  // Entry (row, col), or the first one behind it in the row, or that row's end.
  int64_t placeOf(int64_t row, int32_t col) const {
    int64_t from = rowStart[row], count = rowStart[row + 1] - from;
    while (count > 0) {
      const int64_t half = (count + 1) / 2;
      from += colIndex[from + half - 1] < col ? half : 0;
      count -= half;
    }
    return from;
  }

  // Whether each entry above the diagonal of a row stands below it, too.
  bool isMirrored(int64_t row) const {
    const int64_t past = rowStart[row + 1];
    for (int64_t k = placeOf(row, static_cast<int32_t>(row) + 1); k < past; k++) {
      const int64_t col = colIndex[k], at = placeOf(col, static_cast<int32_t>(row));
      if (at == rowStart[col + 1] || colIndex[at] != row || values[at] != values[k]) return false;
    }
    return true;
  }

  RowFacts factsOf(int64_t begin, int64_t end, double* diagonal, double* sums) const {
    RowFacts found;
    for (int64_t row = begin; row < end; row++) {
      const int64_t past = rowStart[row + 1];
      double sum = 0;
      for (int64_t k = rowStart[row]; k < past; k++) {
        const double size = std::abs(values[k]);
        if (!(size < std::numeric_limits<double>::infinity())) {
          found.notFinite = k;
          return found;
        }
        if (colIndex[k] == row) diagonal[row] = values[k];
        found.below += colIndex[k] < row;
        found.above += colIndex[k] > row;
        found.largest = std::max(found.largest, size);
        if (size != 0) found.least = std::min(found.least, size);
        found.squares += size * size;
        sum += size;
      }
      sums[row] = sum;
      found.mostOfRow = std::max(found.mostOfRow, sum);
      found.longest = std::max(found.longest, past - rowStart[row]);
    }
    return found;
  }
};

// The largest magnitude, the least but 0, the sum of squares, the largest sum of a row, the entries of the longest row,
// the first entry that is not finite or −1, and 1 where the matrix is its transpose. Elements (i, i) that are entries,
// and the sum of each row's magnitudes.
SPMV_KERNEL(entryPass, double* state, const int32_t* rowStart, const int32_t* colIndex, const double* values,
            double* diagonal, double* sums, int64_t rows, int64_t cols, int64_t threads) {
  const EntriesByRows entries{rowStart, colIndex, values, rows, cols};
  const int64_t blocks = (rows + kRowsAtOnce - 1) / kRowsAtOnce;
  std::vector<RowFacts> facts(blocks);
  std::atomic<int64_t> next = 0;
  std::atomic<bool> isSame = rows == cols;
  Team team;
  team.run(std::min(threads, blocks), [&](int64_t) {
    for (int64_t block = next++; block < blocks; block = next++) {
      const int64_t begin = block * kRowsAtOnce, end = std::min(rows, begin + kRowsAtOnce);
      facts[block] = entries.factsOf(begin, end, diagonal, sums);
      for (int64_t row = begin; row < end && isSame; row++) {
        if (!entries.isMirrored(row)) isSame = false;
      }
    }
  });
  RowFacts all;
  for (const RowFacts& one : facts) {
    all.largest = std::max(all.largest, one.largest);
    all.least = std::min(all.least, one.least);
    all.squares += one.squares;
    all.mostOfRow = std::max(all.mostOfRow, one.mostOfRow);
    all.longest = std::max(all.longest, one.longest);
    all.below += one.below;
    all.above += one.above;
    all.notFinite = one.notFinite;
    // What comes behind it is not looked at.
    if (all.notFinite >= 0) break;
  }
  const double found[] = {all.largest,
                          all.least,
                          all.squares,
                          all.mostOfRow,
                          static_cast<double>(all.longest),
                          static_cast<double>(all.notFinite),
                          isSame && all.below == all.above ? 1.0 : 0.0};
  std::copy(std::begin(found), std::end(found), state);
}

} // namespace spmv
