/** Where rows begin, of entries in the order of their rows; undefined of any others, and where rows are far more than entries. */
export function startsOfRows(rowIndex: Int32Array, rows: number): Int32Array | undefined {
  if (rows > 4 * rowIndex.length) return undefined;
  const rowStart = new Int32Array(rows + 1);
  let row = 0;
  for (let k = 0; k < rowIndex.length; k++) {
    const i = rowIndex[k] as number;
    if (i < row || i >= rows) return undefined;
    while (row < i) rowStart[++row] = k;
  }
  return rowStart.fill(rowIndex.length, row + 1);
}
