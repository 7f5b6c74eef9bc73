// Supernodes, their rows and where entries of a matrix go: supernodesOf, supernodeRows and targetsOf of @spmv/direct,
// whose words these use.
#pragma once

#include <cstdint>

namespace spmv {

struct Supernodes {
  const int32_t* parent;
  int32_t *first, *height;
  double* zeros;
  int64_t count;

  static double zerosOf(int64_t columns) { return columns <= 16 ? 0.8 : columns <= 48 ? 0.1 : 0.05; }

  // Joins the last supernode, which ends before pivot `past`, with those before it as long as few zeros come in.
  void join(int64_t past, int64_t small) {
    while (count > 1) {
      const int64_t child = count - 2, top = count - 1;
      const int64_t above = parent[first[top] - 1];
      if (above == -1 || above >= past) break;
      const int64_t own = first[top] - first[child], columns = past - first[child], rows = own + height[top];
      const double empty = zeros[child] + zeros[top] + static_cast<double>(own * (rows - height[child]));
      const double stored =
          static_cast<double>(columns * (columns + 1)) / 2 + static_cast<double>(columns * (rows - columns));
      if (columns > small && empty > zerosOf(columns) * stored) break;
      height[child] = static_cast<int32_t>(rows);
      zeros[child] = empty;
      count--;
    }
  }
};

// `children` has n zeros; `first` has room for n + 1. found[0]: how many there are.
SPMV_KERNEL(supernodes, const int32_t* parent, const int32_t* columnCount, int32_t* children, int32_t* first,
            int32_t* height, double* zeros, double* found, int64_t n, int64_t small) {
  for (int64_t j = 0; j < n; j++) {
    if (parent[j] != -1) children[parent[j]]++;
  }
  Supernodes to{parent, first, height, zeros, 0};
  for (int64_t j = 0; j < n; j++) {
    if (j > 0 && parent[j - 1] == j && children[j] == 1 && columnCount[j - 1] == columnCount[j] + 1) continue;
    to.join(j, small);
    first[to.count] = static_cast<int32_t>(j);
    height[to.count] = columnCount[j];
    zeros[to.count++] = 0;
  }
  to.join(n, small);
  first[to.count] = static_cast<int32_t>(n);
  found[0] = static_cast<double>(to.count);
}

// `supernodeOf` of each row, and where the rows of each supernode begin, which moves; `seenBy` has an element each.
SPMV_KERNEL(supernodeRows, const int32_t* start, const int32_t* past, const int32_t* neighbours, const int32_t* order,
            const int32_t* place, const int32_t* supernodeOf, const int32_t* parent, double* to, int32_t* rows,
            int32_t* seenBy, int64_t n, int64_t supernodes) {
  for (int64_t s = 0; s < supernodes; s++) seenBy[s] = -1;
  const auto put = [&](int32_t s, int32_t i) {
    seenBy[s] = i;
    rows[static_cast<int64_t>(to[s])] = i;
    to[s]++;
  };
  for (int32_t i = 0; i < n; i++) {
    put(supernodeOf[i], i);
    const int32_t node = order[i];
    for (int32_t at = start[node]; at < past[node]; at++) {
      const int32_t j = place[neighbours[at]];
      if (j > i) continue;
      for (int32_t s = supernodeOf[j]; seenBy[s] != i; s = parent[s]) put(s, i);
    }
  }
}

// Entries by the pivot of the line that they are in: all of a matrix (triangle 0), those of its lower (1) or of its
// upper triangle (2). `pivotOf` has an element for each entry, `start` n + 1 zeros, the others as many as there are
// entries to read; `past` and `at` have n.
SPMV_KERNEL(entryTargets, const int32_t* rowStart, const int32_t* colIndex, const int32_t* place,
            const int32_t* firstPivot, const double* rowsStart, const int32_t* rows, const double* panelStart,
            int32_t* pivotOf, int32_t* start, int32_t* past, int32_t* at, int32_t* others, int32_t* source,
            double* target, int64_t n, int64_t supernodes, int64_t triangle) {
  for (int32_t i = 0; i < n; i++) {
    const int32_t p = place[i];
    for (int32_t k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const int32_t j = colIndex[k], q = place[j];
      const bool isRead = triangle == 0 ? p <= q : triangle == 1 ? j <= i : j >= i;
      pivotOf[k] = !isRead ? -1 : p < q ? p : q;
      if (isRead) start[pivotOf[k] + 1]++;
    }
  }
  for (int64_t p = 0; p < n; p++) {
    start[p + 1] += start[p];
    past[p] = start[p];
  }
  for (int32_t i = 0; i < n; i++) {
    const int32_t p = place[i];
    for (int32_t k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const int32_t pivot = pivotOf[k];
      if (pivot == -1) continue;
      const int32_t to = past[pivot]++;
      others[to] = pivot == p ? place[colIndex[k]] : p;
      source[to] = k;
    }
  }
  for (int64_t s = 0; s < supernodes; s++) {
    const int64_t begin = static_cast<int64_t>(rowsStart[s]), height = static_cast<int64_t>(rowsStart[s + 1]) - begin;
    for (int64_t r = 0; r < height; r++) at[rows[begin + r]] = static_cast<int32_t>(r);
    for (int32_t p = firstPivot[s]; p < firstPivot[s + 1]; p++) {
      const double line = panelStart[s] + static_cast<double>((p - firstPivot[s]) * height);
      for (int32_t e = start[p]; e < start[p + 1]; e++) target[e] = line + at[others[e]];
    }
  }
}

} // namespace spmv
