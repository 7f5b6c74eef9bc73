/** Rows of a strict triangle as they are made. */
export interface StrictTriangle {
  readonly rowStart: Int32Array;
  colIndex: Int32Array;
  values: Float64Array;
}

/** None yet. */
export function triangleOf(n: number): StrictTriangle {
  return { rowStart: new Int32Array(n + 1), colIndex: new Int32Array(4 * n), values: new Float64Array(4 * n) };
}

function largestOf(columns: readonly number[], row: Float64Array, most: number): number[] {
  const bySize = columns.toSorted((a, b) => Math.abs(row[b]) - Math.abs(row[a]));
  return bySize.slice(0, most).toSorted((a, b) => a - b);
}

/** Of `columns` those with the largest numbers above a bound, at most so many, as row i; in their order where that increases. */
export function keep(
  to: StrictTriangle,
  i: number,
  columns: readonly number[],
  row: Float64Array,
  least: number,
  most: number,
): void {
  let kept = columns.filter((j) => Math.abs(row[j]) > least);
  if (kept.length > most) kept = largestOf(kept, row, most);
  const begin = to.rowStart[i];
  const end = begin + kept.length;
  if (end > to.colIndex.length) {
    const [colIndex, values] = [new Int32Array(2 * end), new Float64Array(2 * end)];
    colIndex.set(to.colIndex);
    values.set(to.values);
    Object.assign(to, { colIndex, values });
  }
  kept.forEach((j, at) => {
    to.colIndex[begin + at] = j;
    to.values[begin + at] = row[j];
  });
  to.rowStart[i + 1] = end;
}
