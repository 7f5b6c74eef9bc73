import { readError } from '../errors/read-error.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import { lineOfEntry } from '../model/line-map.ts';
import { isCanonical, positionOrder } from './position-order.ts';
import { pickEntries } from './select-entries.ts';

/** Whether sorted entries k − 1 and k are at one position. */
function repeats(file: MatrixMarketFile, k: number): boolean {
  return file.rowIndex[k] === file.rowIndex[k - 1] && file.colIndex[k] === file.colIndex[k - 1];
}

/** Refuses a position that is stored twice. Errors: `MMIO.DUPLICATE` with the lines of both. */
export function rejectDuplicates(file: MatrixMarketFile): void {
  if (isCanonical(file)) return;
  const { rowIndex, colIndex } = file;
  const order = positionOrder(file, file.header.rows);
  for (let s = 1; s < order.length; s++) {
    const a = order[s - 1] as number;
    const b = order[s] as number;
    if (rowIndex[a] !== rowIndex[b] || colIndex[a] !== colIndex[b]) continue;
    const first = lineOfEntry(file.lines, a);
    throw readError(
      'MMIO.DUPLICATE',
      { line: lineOfEntry(file.lines, b), column: 1 },
      `the entry at row ${(rowIndex[b] as number) + 1}, column ${(colIndex[b] as number) + 1} is stored before, on line ${first}`,
      "Remove one, or pass duplicates: 'sum', in the command --duplicates sum.",
      { firstLine: first, row: rowIndex[b], col: colIndex[b] },
    );
  }
}

function addIntegers(target: BigInt64Array | BigUint64Array, into: number, value: bigint): void {
  const sum = (target[into] as bigint) + value;
  target[into] = sum;
  if (target[into] !== sum) {
    throw readError(
      'MMIO.INTEGER_RANGE',
      { line: 0, column: 1 },
      `the sum of duplicates ${sum} is outside 64 bits`,
      'Write real in the banner.',
    );
  }
}

/**
 * Entries by row, then column, with values at one position added in the order of the file (a pattern counts 1 for each).
 * The same file when it is so already. Errors: `MMIO.INTEGER_RANGE`.
 */
export function sumDuplicates(file: MatrixMarketFile): MatrixMarketFile {
  if (file.header.format === 'array' || isCanonical(file)) return file;
  const sorted = pickEntries(file, positionOrder(file, file.header.rows));
  const n = sorted.rowIndex.length;
  let repeated = 0;
  for (let k = 1; k < n; k++) if (repeats(sorted, k)) repeated++;
  if (repeated === 0) return sorted;
  const values = sorted.values.length === 0 ? new Float64Array(n).fill(1) : sorted.values;
  const { rowIndex, colIndex, imaginary, integers } = sorted;
  let last = 0;
  for (let k = 1; k < n; k++) {
    if (rowIndex[k] === rowIndex[last] && colIndex[k] === colIndex[last]) {
      values[last] = (values[last] as number) + (values[k] as number);
      if (imaginary.length > 0) imaginary[last] = (imaginary[last] as number) + (imaginary[k] as number);
      if (integers !== undefined) {
        addIntegers(integers, last, integers[k] as bigint);
        values[last] = Number(integers[last]);
      }
      continue;
    }
    last++;
    rowIndex[last] = rowIndex[k] as number;
    colIndex[last] = colIndex[k] as number;
    values[last] = values[k] as number;
    if (imaginary.length > 0) imaginary[last] = imaginary[k] as number;
    if (integers !== undefined) integers[last] = integers[k] as bigint;
  }
  const kept = last + 1;
  return {
    ...sorted,
    rowIndex: rowIndex.slice(0, kept),
    colIndex: colIndex.slice(0, kept),
    values: values.slice(0, kept),
    imaginary: imaginary.slice(0, kept),
    ...(integers === undefined ? {} : { integers: integers.slice(0, kept) }),
  };
}
