/** Positions of entries in a matrix of `rows` rows. */
export interface Positions {
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
}

/** Whether the entries stand by row, then column, none twice. */
export function isCanonical({ rowIndex, colIndex }: Positions): boolean {
  for (let k = 1; k < rowIndex.length; k++) {
    const step = (rowIndex[k] as number) - (rowIndex[k - 1] as number);
    if (step < 0 || (step === 0 && (colIndex[k] as number) <= (colIndex[k - 1] as number))) return false;
  }
  return true;
}

/** Entries by row, in the order given within a row: one counting pass. */
function orderByRow(rowIndex: Int32Array, rows: number): Int32Array {
  const start = new Int32Array(rows + 1);
  for (let k = 0; k < rowIndex.length; k++) {
    const row = rowIndex[k] as number;
    start[row + 1] = (start[row + 1] as number) + 1;
  }
  for (let row = 0; row < rows; row++) start[row + 1] = (start[row + 1] as number) + (start[row] as number);
  const order = new Int32Array(rowIndex.length);
  for (let k = 0; k < rowIndex.length; k++) {
    const row = rowIndex[k] as number;
    const slot = start[row] as number;
    order[slot] = k;
    start[row] = slot + 1;
  }
  return order;
}

/** Sorts `order[from…to)` by column, then by the order given. */
function sortSegment(order: Int32Array, from: number, to: number, colIndex: Int32Array): void {
  if (to - from > 24) {
    order.subarray(from, to).sort((a, b) => (colIndex[a] as number) - (colIndex[b] as number) || a - b);
    return;
  }
  for (let s = from + 1; s < to; s++) {
    const entry = order[s] as number;
    const col = colIndex[entry] as number;
    let t = s - 1;
    while (t >= from && (colIndex[order[t] as number] as number) > col) {
      order[t + 1] = order[t] as number;
      t--;
    }
    order[t + 1] = entry;
  }
}

/**
 * The permutation that lists entries by row, then column, then as given. Linear time for files written by columns or rows
 * (the usual ones); memory of the order of the entries, however large the matrix claims to be.
 */
export function positionOrder({ rowIndex, colIndex }: Positions, rows: number): Int32Array {
  const n = rowIndex.length;
  if (rows > 8 * n + 65536) {
    const order = new Int32Array(n);
    for (let k = 0; k < n; k++) order[k] = k;
    return order.sort(
      (a, b) =>
        (rowIndex[a] as number) - (rowIndex[b] as number) || (colIndex[a] as number) - (colIndex[b] as number) || a - b,
    );
  }
  const order = orderByRow(rowIndex, rows);
  let from = 0;
  while (from < n) {
    const row = rowIndex[order[from] as number] as number;
    let ascending = true;
    let to = from + 1;
    while (to < n && rowIndex[order[to] as number] === row) {
      if ((colIndex[order[to] as number] as number) < (colIndex[order[to - 1] as number] as number)) ascending = false;
      to++;
    }
    if (!ascending) sortSegment(order, from, to, colIndex);
    from = to;
  }
  return order;
}
