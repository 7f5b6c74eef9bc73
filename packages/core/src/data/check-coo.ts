import type { CooMatrix } from './coo.ts';
import { INDEX_LIMIT } from './coo.ts';
import { elementTypeOf } from './element.ts';
import type { Finding } from './finding.ts';
import type { ValueArray } from './number-encoding.ts';

/** What {@link checkCoo} looks at: also what is not canonical, or holds values in f32. */
export type UncheckedCoo = Omit<CooMatrix, 'values'> & { readonly values: ValueArray };

/** Whether `n` can be a number of rows or columns. */
export function isDimension(n: unknown): n is number {
  return typeof n === 'number' && Number.isInteger(n) && n >= 0 && n <= INDEX_LIMIT;
}

/** What makes it no COO matrix at all, whatever was passed. */
function checkTypes(coo: UncheckedCoo): Finding | undefined {
  if (typeof coo !== 'object' || coo === null)
    return { invariant: 'coo.types', message: `${String(coo)} is not a COO matrix` };
  const { shape, rowIndex, colIndex, values } = coo;
  if (!isDimension(shape?.rows) || !isDimension(shape.cols))
    return { invariant: 'coo.shape', message: `the shape is ${String(shape?.rows)} × ${String(shape?.cols)}` };
  for (const [name, array] of Object.entries({ rowIndex, colIndex })) {
    if (elementTypeOf(array) !== 'i32') return { invariant: 'coo.types', message: `${name} is not an Int32Array` };
  }
  if (!['f64', 'f32'].includes(elementTypeOf(values) ?? ''))
    return { invariant: 'coo.types', message: 'values is not an array of floating-point numbers' };
  if (values.length > INDEX_LIMIT)
    return { invariant: 'coo.lengths', message: `there are ${values.length} entries, more than 2^31-1` };
  if (rowIndex.length === values.length && colIndex.length === values.length) return undefined;
  return {
    invariant: 'coo.lengths',
    message: `rowIndex ${rowIndex.length}, colIndex ${colIndex.length}, values ${values.length}`,
  };
}

/** Broken invariants of a COO matrix, the first of each kind. Empty when it is canonical. Reads everything once; throws nothing. */
export function checkCoo(coo: UncheckedCoo): readonly Finding[] {
  const wrong = checkTypes(coo);
  if (wrong) return [wrong];
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
