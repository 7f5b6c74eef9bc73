// COO, sorted by row: each warp adds up a tile of entries by a segmented scan. A row inside one tile is written
// at once, a row in several tiles by the last of them (split-row.cuh); empty rows by the warp that has the entry
// after them.
// also complex
#include "split-row.cuh"

/**
 * Slots of the first row, when it began before this tile, and of the last row, when it goes on after it; -1 when
 * not. headBefore is the number of partial sums before, when the first row ends here, else 0.
 */
struct Tile {
  int headSlot, headBefore, tailSlot, unused;
};

/** y[row] <- beta * y[row] for rows strictly between `after` and `before`, by all lanes of the warp together. */
template <typename V> __device__ __forceinline__ void emptyRows(V* y, V beta, int after, int before) {
  for (int row = after + 1 + threadIdx.x % kWarp; row < before; row += kWarp) finishRow(y, row, V(0), V(0), beta);
}

template <typename V>
__device__ void coo(const int* rowIndex, const int* colIndex, const V* values, const Tile* tiles, V* partials,
                    const V* x, V* y, V alpha, V beta, int rows, int nnz, int perWarp) {
  launchDependents();
  const int lane = threadIdx.x % kWarp;
  const unsigned warp = globalGroup<kWarp>();
  const unsigned begin = warp * perWarp;
  if (begin >= nnz) return;
  const unsigned end = min(begin + perWarp, static_cast<unsigned>(nnz));
  const Tile tile = tiles[warp];
  const int headRow = rowIndex[begin];
  const Operand<V> operand = waitForPrevious(x);
  int openRow = begin == 0 ? -1 : rowIndex[begin - 1];
  V openSum = 0;
  bool open = false;
  V headSum = 0;
  for (unsigned base = begin; base < end; base += kWarp) {
    const unsigned k = base + lane;
    const bool valid = k < end;
    const int last = min(static_cast<int>(end - base), kWarp) - 1;
    const int row = valid ? stream(rowIndex + k) : -1;
    V sum = valid ? stream(values + k) * operand[stream(colIndex + k)] : V(0);
    for (int offset = 1; offset < kWarp; offset *= 2) {
      const V other = __shfl_up_sync(kAllLanes, sum, offset);
      const int otherRow = __shfl_up_sync(kAllLanes, row, offset);
      if (lane >= offset && otherRow == row) sum += other;
    }
    int previous = __shfl_up_sync(kAllLanes, row, 1);
    if (lane == 0) previous = openRow;
    const int next = __shfl_down_sync(kAllLanes, row, 1);
    const int firstRow = __shfl_sync(kAllLanes, row, 0);
    if (open && openRow == firstRow && row == openRow) sum += openSum;
    if (open && openRow != firstRow && lane == 0) {
      if (openRow == headRow && tile.headSlot >= 0)
        headSum = openSum;
      else
        finishRow(y, openRow, openSum, alpha, beta);
    }
    if (lane < last && next != row) {
      if (row == headRow && tile.headSlot >= 0)
        headSum = sum;
      else
        finishRow(y, row, sum, alpha, beta);
    }
    unsigned gaps = __ballot_sync(kAllLanes, valid && row > previous + 1);
    while (gaps != 0) {
      const int at = __ffs(gaps) - 1;
      emptyRows(y, beta, __shfl_sync(kAllLanes, previous, at), __shfl_sync(kAllLanes, row, at));
      gaps &= gaps - 1;
    }
    openRow = __shfl_sync(kAllLanes, row, last);
    openSum = __shfl_sync(kAllLanes, sum, last);
    open = true;
  }
  if (end == nnz) emptyRows(y, beta, openRow, rows);
  const bool oneRow = openRow == headRow;
  if (tile.headSlot >= 0) {
    // Exactly one lane holds the head's sum, unless the whole tile is one row; the others hold 0.
    const V headPartial = oneRow ? openSum : sumLanes<kWarp>(headSum);
    joinRow(partials, tile.headSlot, tile.headBefore, y, headRow, headPartial, alpha, beta);
    if (oneRow) return;
  }
  if (tile.tailSlot >= 0) {
    if (lane == 0) leavePartialSum(partials + tile.tailSlot, openSum);
  } else if (lane == 0) {
    finishRow(y, openRow, openSum, alpha, beta);
  }
}

ENTRIES(coo, 12, coo<V>)
