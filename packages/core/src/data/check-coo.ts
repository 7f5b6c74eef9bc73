import type { AnyCoo } from './coo.ts';
import { INDEX_LIMIT } from './coo.ts';
import { rowIndexOf } from './csr-view.ts';
import { elementTypeOf } from './element.ts';
import type { Finding } from './finding.ts';
import type { ValueArray } from './number-encoding.ts';

/** What {@link checkCoo} looks at: also what is not canonical, or holds values in f32. */
export type UncheckedCoo = Omit<AnyCoo, 'values'> & { readonly values: ValueArray };

/** Whether `n` can be a number of rows or columns. */
export function isDimension(n: unknown): n is number {
  return typeof n === 'number' && Number.isInteger(n) && n >= 0 && n <= INDEX_LIMIT;
}

/** Entries that there are values for. */
function entryCount({ values, components = 1 }: UncheckedCoo): number {
  return values.length / components;
}

/** What makes it no COO matrix at all, whatever was passed. */
function checkTypes(coo: UncheckedCoo): Finding | undefined {
  if (typeof coo !== 'object' || coo === null)
    return { invariant: 'coo.types', message: `${String(coo)} is not a COO matrix` };
  const { shape, rowStart, colIndex, values } = coo;
  if (!isDimension(shape?.rows) || !isDimension(shape.cols))
    return { invariant: 'coo.shape', message: `the shape is ${String(shape?.rows)} × ${String(shape?.cols)}` };
  const rows = rowStart === undefined ? { rowIndex: coo.rowIndex } : { rowStart };
  for (const [name, array] of Object.entries({ ...rows, colIndex })) {
    if (elementTypeOf(array) !== 'i32') return { invariant: 'coo.types', message: `${name} is not an Int32Array` };
  }
  if (!['f64', 'f32'].includes(elementTypeOf(values) ?? ''))
    return { invariant: 'coo.types', message: 'values is not an array of floating-point numbers' };
  const nnz = entryCount(coo);
  if (nnz > INDEX_LIMIT) return { invariant: 'coo.lengths', message: `there are ${nnz} entries, more than 2^31-1` };
  if (rowStart !== undefined) return checkRowStart(coo, rowStart);
  const { rowIndex } = coo;
  if (rowIndex.length === nnz && colIndex.length === nnz) return undefined;
  return {
    invariant: 'coo.lengths',
    message: `rowIndex ${rowIndex.length}, colIndex ${colIndex.length}, values ${values.length}`,
  };
}

/** What is wrong with where rows begin, or, where `rowIndex` is there beside it, with that. */
function checkRowStart(coo: UncheckedCoo, rowStart: Int32Array): Finding | undefined {
  const { rows } = coo.shape;
  const nnz = entryCount(coo);
  if (rowStart.length !== rows + 1 || coo.colIndex.length !== nnz)
    return {
      invariant: 'coo.lengths',
      message: `rowStart ${rowStart.length} for ${rows} rows, colIndex ${coo.colIndex.length}, values ${nnz}`,
    };
  for (let i = 0; i < rows; i++) {
    if ((rowStart[i] as number) > (rowStart[i + 1] as number))
      return { invariant: 'coo.sorted', message: `row ${i} begins at ${rowStart[i]} and ends at ${rowStart[i + 1]}` };
  }
  if (rowStart[0] !== 0 || rowStart[rows] !== nnz)
    return {
      invariant: 'coo.lengths',
      message: `rows are from ${rowStart[0]} to ${rowStart[rows]}, for ${nnz} entries`,
    };
  const given: unknown = Object.getOwnPropertyDescriptor(coo, 'rowIndex')?.value;
  if (given === undefined) return undefined;
  const isSame =
    given instanceof Int32Array && given.length === nnz && rowIndexOf(rowStart).every((row, k) => row === given[k]);
  return isSame ? undefined : { invariant: 'coo.sorted', message: 'rowIndex is not what rowStart says' };
}

/** Columns by rows: all that is left to look at where rows are known to be sorted. */
function checkColumns(rowStart: Int32Array, { colIndex, shape: { cols } }: UncheckedCoo): readonly Finding[] {
  const findings = new Map<string, string>();
  const add = (invariant: string, message: string): void => {
    if (!findings.has(invariant)) findings.set(invariant, message);
  };
  for (let i = 0; i + 1 < rowStart.length; i++) {
    const end = rowStart[i + 1] as number;
    let previous = -1;
    for (let k = rowStart[i] as number; k < end; k++) {
      const j = colIndex[k] as number;
      if (j > previous && j < cols) {
        previous = j;
        continue;
      }
      if (j < 0 || j >= cols) add('coo.range', `entry ${k} at (${i}, ${j}) is outside the ${cols} columns`);
      else if (j === previous) add('coo.unique', `entries ${k - 1} and ${k} both are at (${i}, ${j})`);
      else add('coo.sorted', `entry ${k} at (${i}, ${j}) follows (${i}, ${previous})`);
      previous = j;
    }
  }
  return [...findings].map(([invariant, message]) => ({ invariant, message }));
}

/** Broken invariants of a COO matrix, the first of each kind. Empty when it is canonical. Reads everything once; throws nothing. */
export function checkCoo(coo: UncheckedCoo): readonly Finding[] {
  const wrong = checkTypes(coo);
  if (wrong) return [wrong];
  if (coo.rowStart !== undefined) return checkColumns(coo.rowStart, coo);
  const { rowIndex, colIndex } = coo;
  const { rows, cols } = coo.shape;
  const findings = new Map<string, string>();
  let previousRow = -1;
  let previousCol = -1;
  for (let k = 0; k < rowIndex.length; k++) {
    const i = rowIndex[k] as number;
    const j = colIndex[k] as number;
    if (i < 0 || i >= rows || j < 0 || j >= cols) {
      if (!findings.has('coo.range'))
        findings.set('coo.range', `entry ${k} at (${i}, ${j}) is outside ${rows} × ${cols}`);
    }
    if (k > 0 && (i < previousRow || (i === previousRow && j <= previousCol))) {
      const isTwice = i === previousRow && j === previousCol;
      const invariant = isTwice ? 'coo.unique' : 'coo.sorted';
      if (!findings.has(invariant))
        findings.set(
          invariant,
          isTwice
            ? `entries ${k - 1} and ${k} both are at (${i}, ${j})`
            : `entry ${k} at (${i}, ${j}) follows (${previousRow}, ${previousCol})`,
        );
    }
    previousRow = i;
    previousCol = j;
  }
  return [...findings].map(([invariant, message]) => ({ invariant, message }));
}
