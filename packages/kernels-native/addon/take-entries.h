// Entries that come by rows, looked at and copied by several threads: inOrder of spmv, whose words this uses.
#pragma once

#include <algorithm>
#include <cstring>

#include "team.h"

namespace spmv {

// Entries that a thread copies and looks at while its own cache holds them.
constexpr int64_t kShare = 1 << 15;

struct TakenEntries {
  const int32_t *rowIndex, *fromColumns;
  const double* fromValues;
  int32_t *rowStart, *colIndex;
  double* values;
  int64_t rows, cols, entries;

  // Entries begin … end − 1. Whether they follow those before by row, then column, all inside the shape.
  bool take(int64_t begin, int64_t end) const {
    if (fromColumns != colIndex) {
      std::memcpy(colIndex + begin, fromColumns + begin, (end - begin) * sizeof(int32_t));
      std::memcpy(values + begin, fromValues + begin, (end - begin) * sizeof(double));
    }
    int64_t row = begin == 0 ? -1 : rowIndex[begin - 1], column = begin == 0 ? -1 : fromColumns[begin - 1];
    if (row < -1 || row >= rows) return false;
    for (int64_t k = begin; k < end; k++) {
      const int64_t i = rowIndex[k], j = colIndex[k];
      if (i != row) {
        if (i < row || i >= rows) return false;
        while (row < i) rowStart[++row] = static_cast<int32_t>(k);
        column = -1;
      }
      if (j <= column || j >= cols) return false;
      column = j;
    }
    if (end == entries) std::fill(rowStart + row + 1, rowStart + rows + 1, static_cast<int32_t>(entries));
    return true;
  }
};

// Where rows begin, and copies of columns and values where those have a place of their own; state[0] is 1 where the
// entries are sorted by row, then column, no position twice, all inside the shape, else 0 and the rest is anything.
SPMV_KERNEL(takeEntries, double* state, const int32_t* rowIndex, const int32_t* fromColumns, const double* fromValues,
            int32_t* rowStart, int32_t* colIndex, double* values, int64_t rows, int64_t cols, int64_t entries,
            int64_t threads) {
  const TakenEntries taken{rowIndex, fromColumns, fromValues, rowStart, colIndex, values, rows, cols, entries};
  std::atomic<int64_t> next = 0;
  std::atomic<bool> isOdd = false;
  Team team;
  team.run(threads, [&](int64_t) {
    for (int64_t begin = next.fetch_add(kShare); begin < entries && !isOdd; begin = next.fetch_add(kShare)) {
      if (!taken.take(begin, std::min(entries, begin + kShare))) isOdd = true;
    }
  });
  state[0] = isOdd ? 0 : 1;
}

} // namespace spmv
