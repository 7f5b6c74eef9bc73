// LU column by column with pivots that are looked for: eliminate of @spmv/direct, whose words this uses.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace spmv {

// Why elimination comes back before the last column.
enum class Lack { none, roomInL, roomInU, range };

struct Columns {
  const int32_t *start, *inside, *row;
  const double* values;
  int32_t *stepOf, *rowAt, *lStart, *lRow;
  double* lValues;
  int32_t *uStart, *uRow;
  double *uValues, *pivots, *x;
  int32_t *mark, *searchEnd, *path, *next;
  int64_t n, lRoom, uRoom;
  double threshold;

  // What column j reaches: pivots in `path` from the result on, and candidates in L up to lEnd, which moves.
  int32_t reach(int32_t j, int32_t& lEnd) {
    int32_t top = static_cast<int32_t>(n);
    for (int32_t k = inside[j]; k < start[j + 1]; k++) {
      const int32_t root = row[k];
      if (mark[root] == j) continue;
      mark[root] = j;
      if (stepOf[root] < 0) {
        lRow[lEnd++] = root;
        continue;
      }
      int32_t depth = 0;
      path[0] = stepOf[root];
      next[0] = lStart[path[0]];
      while (depth >= 0) {
        const int32_t step = path[depth], stop = searchEnd[step];
        int32_t at = next[depth], deeper = -1;
        while (at < stop) {
          const int32_t i = lRow[at++];
          if (mark[i] == j) continue;
          mark[i] = j;
          if (stepOf[i] < 0) {
            lRow[lEnd++] = i;
          } else {
            deeper = stepOf[i];
            break;
          }
        }
        if (deeper < 0) {
          path[--top] = step;
          depth--;
        } else {
          next[depth] = at;
          path[++depth] = deeper;
          next[depth] = lStart[deeper];
        }
      }
    }
    return top;
  }

  // Solves for the pivots of a column, which go to U. Its products, or −1 where a number left the range.
  int64_t solve(int32_t j, int32_t top, int32_t& uEnd) {
    int64_t done = 0;
    for (int32_t k = inside[j]; k < start[j + 1]; k++) x[row[k]] = values[k];
    for (int64_t t = top; t < n; t++) {
      const int32_t step = path[t], i = rowAt[step];
      const double u = x[i];
      x[i] = 0;
      uRow[uEnd] = step;
      uValues[uEnd++] = u;
      if (u == 0) continue;
      if (!(u - u == 0)) return -1;
      const int32_t end = lStart[step + 1];
      for (int32_t k = lStart[step]; k < end; k++) x[lRow[k]] -= lValues[k] * u;
      done += end - lStart[step];
    }
    return done;
  }

  // Where a pivot's row is in a column of L the rest of it is reached by the pivot's own: searches end behind pivots.
  void prune(int32_t j, int32_t uEnd, int32_t pivotRow) {
    for (int32_t t = uStart[j]; t < uEnd; t++) {
      const int32_t step = uRow[t];
      int32_t end = lStart[step + 1], at = lStart[step];
      if (searchEnd[step] != end) continue;
      while (at < end && lRow[at] != pivotRow) at++;
      if (at == end) continue;
      for (at = lStart[step]; at < end;) {
        if (stepOf[lRow[at]] >= 0) {
          at++;
        } else {
          end--;
          std::swap(lRow[at], lRow[end]);
          std::swap(lValues[at], lValues[end]);
        }
      }
      searchEnd[step] = end;
    }
  }

  // The largest candidate becomes the pivot, or the diagonal where it is large enough. Whether all are in range.
  bool choose(int32_t j, int32_t first, int32_t lEnd, int32_t uEnd) {
    int32_t best = -1, own = -1;
    double most = 0;
    for (int32_t k = first; k < lEnd; k++) {
      const double size = std::fabs(x[lRow[k]]);
      if (size > most) most = size, best = k;
      if (lRow[k] == j) own = k;
    }
    uStart[j + 1] = uEnd;
    if (most == 0) {
      for (int32_t k = first; k < lEnd; k++) {
        if (std::isnan(x[lRow[k]])) return false;
        x[lRow[k]] = 0;
      }
      lStart[j + 1] = searchEnd[j] = first;
      return true;
    }
    if (most == std::numeric_limits<double>::infinity()) return false;
    if (own >= 0 && std::fabs(x[j]) >= threshold * most) best = own;
    const int32_t pivotRow = lRow[best];
    const double pivot = x[pivotRow];
    x[pivotRow] = 0;
    stepOf[pivotRow] = j;
    rowAt[j] = pivotRow;
    pivots[j] = pivot;
    lRow[best] = lRow[--lEnd];
    for (int32_t k = first; k < lEnd; k++) {
      lValues[k] = x[lRow[k]] / pivot;
      x[lRow[k]] = 0;
    }
    lStart[j + 1] = searchEnd[j] = lEnd;
    prune(j, uEnd, pivotRow);
    return true;
  }

  // A column that is to be begun anew with more room.
  void forget(int32_t top, int32_t first, int32_t lEnd) {
    for (int64_t t = top; t < n; t++) mark[rowAt[path[t]]] = -1;
    for (int32_t k = first; k < lEnd; k++) mark[lRow[k]] = -1;
  }
};

// Columns from found[0] on, which moves, until about `budget` products are done. found[1]: what is lacking; found[2]:
// room that column needs.
SPMV_KERNEL(luColumns, const int32_t* start, const int32_t* inside, const int32_t* row, const double* values,
            const int32_t* blockStart, int32_t* stepOf, int32_t* rowAt, int32_t* lStart, int32_t* lRow, double* lValues,
            int32_t* uStart, int32_t* uRow, double* uValues, double* pivots, double* x, int32_t* mark,
            int32_t* searchEnd, int32_t* path, int32_t* next, double* found, int64_t n, int64_t lRoom, int64_t uRoom,
            double threshold, int64_t budget) {
  Columns c{start,   inside, row, values, stepOf,    rowAt, lStart, lRow, lValues, uStart, uRow,
            uValues, pivots, x,   mark,   searchEnd, path,  next,   n,    lRoom,   uRoom,  threshold};
  const auto leave = [&](int32_t j, Lack lack, int64_t room) {
    found[0] = j;
    found[1] = static_cast<double>(static_cast<int>(lack));
    found[2] = static_cast<double>(room);
  };
  int64_t done = 0;
  int32_t j = static_cast<int32_t>(found[0]);
  const int32_t* end = blockStart;
  // Columns of the block that have no pivot: as many more rows are candidates.
  int32_t without = 0;
  for (; j < n && done < budget; j++) {
    const int32_t first = lStart[j];
    int32_t lEnd = first, uEnd = uStart[j];
    if (*end <= j) {
      while (*end <= j) end++;
      without = 0;
      for (int32_t step = end[-1]; step < j; step++) without += rowAt[step] < 0;
    }
    const int32_t room = *end - j + without;
    if (first + int64_t{room} > lRoom) return leave(j, Lack::roomInL, room);
    const int32_t top = c.reach(j, lEnd);
    if (uEnd + n - top > uRoom) {
      c.forget(top, first, lEnd);
      return leave(j, Lack::roomInU, n - top);
    }
    const int64_t products = c.solve(j, top, uEnd);
    if (products < 0 || !c.choose(j, first, lEnd, uEnd)) return leave(j, Lack::range, 0);
    without += rowAt[j] < 0;
    done += products + lEnd - first;
  }
  leave(j, Lack::none, 0);
}

} // namespace spmv
