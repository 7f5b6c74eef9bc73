// Triangles, level by level: inLevels of @spmv/direct, whose words this uses. Bits are those of one thread.
#pragma once

#include <algorithm>
#include <cstdint>

#include "team.h"

namespace spmv {

struct Levels {
  const int32_t *order, *rowStart, *colIndex;
  const double *values, *pivots;
  double* x;

  void rows(int64_t begin, int64_t end) const {
    for (int64_t k = begin; k < end; k++) {
      const int32_t i = order[k];
      double sum = x[i];
      for (int32_t m = rowStart[k]; m < rowStart[k + 1]; m++) sum -= values[m] * x[colIndex[m]];
      x[i] = sum / pivots[k];
    }
  }
};

// x ← T⁻¹x. Levels of `wide` rows and more are divided among threads, which meet behind each; the others are those of
// the first thread.
SPMV_KERNEL(triangularLevels, const int32_t* order, const int32_t* levelStart, const int32_t* rowStart,
            const int32_t* colIndex, const double* values, const double* pivots, double* x, int64_t levels,
            int64_t threads, int64_t wide) {
  const Levels all{order, rowStart, colIndex, values, pivots, x};
  if (threads < 2) return all.rows(0, levelStart[levels]);
  Team team;
  const auto isWide = [&](int64_t level) {
    return level < levels && levelStart[level + 1] - levelStart[level] >= wide;
  };
  team.run(threads, [&](int64_t id) {
    for (int64_t level = 0; level < levels;) {
      const int64_t begin = levelStart[level];
      if (isWide(level)) {
        const int64_t count = levelStart[level + 1] - begin;
        all.rows(begin + count * id / team.size, begin + count * (id + 1) / team.size);
        level++;
      } else {
        while (level < levels && !isWide(level)) level++;
        if (id == 0) all.rows(begin, levelStart[level]);
      }
      team.meet();
    }
  });
}

} // namespace spmv
