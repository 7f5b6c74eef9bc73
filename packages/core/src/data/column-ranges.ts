/**
 * The columns of some entries as pairs begin, end (exclusive), increasing. Columns closer to each other than `gap` are in one range, with those between them.
 * O(entries + cols) in time, or O(entries · log entries) where columns are many more than entries.
 */
export function columnRanges(colIndex: Int32Array, cols: number, gap = 1): Int32Array {
  const ranges: number[] = [];
  const add = (begin: number, end: number): void => {
    const last = ranges.length - 1;
    if (last > 0 && begin - (ranges[last] as number) < Math.max(1, gap)) ranges[last] = end;
    else ranges.push(begin, end);
  };
  if (colIndex.length < cols / 16) {
    for (const column of colIndex.slice().sort()) if (column >= (ranges.at(-1) ?? 0)) add(column, column + 1);
    return Int32Array.from(ranges);
  }
  const found = new Uint8Array(cols);
  for (let k = 0; k < colIndex.length; k++) found[colIndex[k] as number] = 1;
  for (let j = found.indexOf(1); j >= 0; j = found.indexOf(1, j)) {
    const end = found.indexOf(0, j);
    add(j, end < 0 ? cols : end);
    j = end < 0 ? cols : end;
  }
  return Int32Array.from(ranges);
}
