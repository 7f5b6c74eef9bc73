import type { Shape } from '@spmv/core';

/** The entries of a matrix row after row, as a structure or a COO has them. */
interface Entries {
  readonly shape: Shape;
  readonly rowLength: Int32Array;
  readonly colIndex: Int32Array;
  /** Numbers, or pairs of them where an entry has two parts. */
  readonly values: Float64Array;
  readonly parts: 1 | 2;
}

/** What the lower triangle of a matrix is like that it stands for. */
export interface LowerTriangle {
  /** What a mirrored value is: bit 0, negated; bit 1, conjugated. */
  readonly skew: number;
  /** Entries of the triangle, the diagonal included. */
  readonly stored: number;
  /** Largest row − column. */
  readonly bandwidth: number;
}

const differ = (a: number, b: number): boolean => a !== b && (a === a || b === b);

/** Kinds of matrices by `skew`: real ones have the first two. */
const KINDS = ['symmetric', 'skew-symmetric', 'Hermitian', 'skew-Hermitian'] as const;

/** Bits of the kinds of which two values may be the mirror images, `upper` being the one right of the diagonal. */
function kindsOf(values: Float64Array, parts: 1 | 2, lower: number, upper: number): number {
  const [a, b] = [values[parts * lower], values[parts * upper]];
  const [isSame, isNegated] = [!differ(a, b), !differ(a, -b)];
  if (parts === 1) return Number(isSame) | (Number(isNegated) << 1);
  const [c, d] = [values[2 * lower + 1], values[2 * upper + 1]];
  const [hasSame, hasNegated] = [!differ(c, d), !differ(c, -d)];
  return (
    Number(isSame && hasSame) |
    (Number(isNegated && hasNegated) << 1) |
    (Number(isSame && hasNegated) << 2) |
    (Number(isNegated && hasSame) << 3)
  );
}

/** Why a matrix is of none of the kinds, told together where it is one reason. */
function refusalOf(obstacles: readonly string[]): string {
  const names = KINDS.slice(0, obstacles.length);
  if (new Set(obstacles).size === 1) {
    const all = names.length === 2 ? names.join(' nor ') : `${names.slice(0, -1).join(', ')} nor ${names.at(-1)}`;
    return `it is neither ${all}: ${obstacles[0]}`;
  }
  return `it is not ${names.map((name, kind) => `${name}: ${obstacles[kind]}`).join('; nor ')}`;
}

/**
 * The triangle that stands for the whole matrix, of the first kind that it is of, or in words the first entries that differ from their mirror images, (row, column) from 0. A
 * stored zero has to be mirrored as every other entry; which sign it has does not count. O(nnz + rows): the entries right of the diagonal
 * are met in their order, by one place for each row.
 */
export function triangleOf({
  shape: { rows, cols },
  rowLength,
  colIndex,
  values,
  parts,
}: Entries): LowerTriangle | string {
  if (rows !== cols) return `it has ${rows} rows and ${cols} columns, and a symmetric matrix is square`;
  const rowStart = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) rowStart[i + 1] = rowStart[i] + rowLength[i];
  const valueOf = (k: number): string => (parts === 1 ? `${values[k]}` : `${values[2 * k]} + ${values[2 * k + 1]}i`);
  const kinds = 2 * parts;
  const alone = (i: number, k: number): string =>
    refusalOf(
      Array.from(
        { length: kinds },
        () => `entry (${i}, ${colIndex[k]}) is ${valueOf(k)}, and (${colIndex[k]}, ${i}) is no entry`,
      ),
    );
  /** Bits of the kinds that it may still be; why it is not of the others. */
  let possible = 2 ** kinds - 1;
  const obstacles: string[] = [];
  const exclude = (allowed: number, why: () => string): void => {
    for (let kind = 0; kind < kinds; kind++) if (((possible & ~allowed) >> kind) & 1) obstacles[kind] = why();
    possible &= allowed;
  };
  const next = new Int32Array(rows);
  let stored = 0;
  let bandwidth = 0;
  for (let i = 0; i < rows; i++) {
    const end = rowStart[i + 1];
    let k = rowStart[i];
    for (; k < end && colIndex[k] < i; k++) {
      const j = colIndex[k];
      const mirror = next[j];
      const found = mirror < rowStart[j + 1] ? colIndex[mirror] : rows;
      if (found !== i) return found < i ? alone(j, mirror) : alone(i, k);
      next[j] = mirror + 1;
      const allowed = kindsOf(values, parts, k, mirror);
      if ((possible & ~allowed) !== 0)
        exclude(allowed, () => `entries (${i}, ${j}) and (${j}, ${i}) are ${valueOf(k)} and ${valueOf(mirror)}`);
      if (i - j > bandwidth) bandwidth = i - j;
      stored++;
    }
    if (k < end && colIndex[k] === i) {
      const allowed = kindsOf(values, parts, k, k);
      if ((possible & ~allowed) !== 0) exclude(allowed, () => `entry (${i}, ${i}) of the diagonal is ${valueOf(k)}`);
      stored++;
      k++;
    }
    next[i] = k;
    if (possible === 0) return refusalOf(obstacles);
  }
  const left = next.findIndex((place, j) => place < rowStart[j + 1]);
  if (left >= 0) return alone(left, next[left]);
  return { skew: 31 - Math.clz32(possible & -possible), stored, bandwidth };
}
