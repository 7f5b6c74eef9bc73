import type { CooMatrix, Shape } from '@spmv/core';
import { roomForCoo, shown, SpmvError } from '@spmv/core';
import { checkedNumbers, isArrayLike } from '../numbers.ts';
import type { ShapeLike } from '../source/shape.ts';
import { shapeOf } from '../source/shape.ts';

/** A diagonal: its elements from the top, or one number that all of them are. */
export type Diagonal = number | ArrayLike<number>;

interface Placed {
  readonly offset: number;
  readonly elements: Diagonal;
}

/** Elements of a diagonal, those (i, i + offset); below 0 where it lies outside. */
function lengthOf({ rows, cols }: Shape, offset: number): number {
  return Math.min(rows + Math.min(0, offset), cols - Math.max(0, offset));
}

/** Errors: `PARAM.OUT_OF_RANGE`. */
function checkOffset(offset: unknown): void {
  if (Number.isInteger(offset)) return;
  throw new SpmvError('PARAM.OUT_OF_RANGE', `The offset of a diagonal is ${shown(offset)}.`, {
    fix: 'Give offsets as integers: 0 for the main diagonal, above 0 for those above it, below 0 for those below.',
  });
}

function onDiagonals(shape: Shape, diagonals: readonly Placed[]): CooMatrix {
  const kept = diagonals.filter(({ offset }) => lengthOf(shape, offset) > 0).sort((a, b) => a.offset - b.offset);
  const made = roomForCoo(
    shape,
    kept.reduce((nnz, { offset }) => nnz + lengthOf(shape, offset), 0),
  );
  const offsetOf = (d: number): number => (kept[d] as Placed).offset;
  // Diagonals low … high − 1 have an element in the row: each begins in row −offset, and ends before row n − offset.
  let [low, high] = [kept.length, kept.length];
  for (let row = 0, at = 0; at < made.values.length; row++) {
    while (low > 0 && offsetOf(low - 1) >= -row) low--;
    while (high > low && offsetOf(high - 1) >= shape.cols - row) high--;
    if (low === high) row = -offsetOf(--low);
    for (let d = low; d < high; d++, at++) {
      const { offset, elements } = kept[d] as Placed;
      made.rowIndex[at] = row;
      made.colIndex[at] = row + offset;
      made.values[at] = typeof elements === 'number' ? elements : (elements[row + Math.min(0, offset)] as number);
    }
  }
  return made;
}

/** The m × n matrix with 1 at (i, i + k), n being m by default. Of a k outside of the matrix it has no entries. Errors: `FORMAT.SHAPE`, `PARAM.OUT_OF_RANGE`. */
export function eye(m: number, n: number = m, k: number = 0): CooMatrix {
  checkOffset(k);
  return onDiagonals(shapeOf([m, n]), [{ offset: k, elements: 1 }]);
}

/** The n × n matrix with 1 at (i, i). Errors: `FORMAT.SHAPE`. */
export function identity(n: number): CooMatrix {
  return eye(n);
}

/** The shape that takes a first diagonal. Errors: `FORMAT.SHAPE` where it says no length. */
function squareOf(first: Diagonal | undefined, offset: number | undefined): Shape {
  if (typeof first === 'object' && offset !== undefined) {
    const n = first.length + Math.abs(offset);
    return shapeOf([n, n]);
  }
  throw new SpmvError(
    'FORMAT.SHAPE',
    `The first diagonal is ${shown(first)}, and nothing says how large the matrix is.`,
    { fix: 'Give shape, or the first diagonal as an array.' },
  );
}

/** The elements of diagonal `number`, one number where one is for all. Errors: `FORMAT.INDEX_RANGE`, `FORMAT.INVALID`. */
function fitting(shape: Shape, elements: Diagonal, offset: number, number: number): Diagonal {
  const wanted = lengthOf(shape, offset);
  const details = { number, offset, ...shape };
  if (wanted < 0)
    throw new SpmvError(
      'FORMAT.INDEX_RANGE',
      `A matrix of ${shape.rows} × ${shape.cols} has no diagonal of offset ${offset}.`,
      { fix: `Give offsets from ${-shape.rows} to ${shape.cols}.`, details },
    );
  if (typeof elements === 'number') return elements;
  if (elements.length === 1) return elements[0] as number;
  if (elements.length === wanted) return elements;
  throw new SpmvError(
    'FORMAT.INVALID',
    `Diagonal ${number} has ${elements.length} elements, and that of offset ${offset} in a matrix of ${shape.rows} × ${shape.cols} has ${wanted}.`,
    { fix: `Give it ${wanted} elements, or one for all of them.`, details },
  );
}

/**
 * The matrix with element t of diagonal d at (t, t + k), or where k < 0 at (t − k, t), k being `offsets[d]`; one offset is that of one diagonal. Without `shape` it is square, and as large as
 * the first diagonal needs. A number, or an array of one, is all elements of its diagonal. Zeros are kept. SciPy cuts arrays that are too long; here they are refused as those too short are.
 *
 * Errors: `FORMAT.INVALID` for an array of another length, for more or fewer offsets than diagonals, and for one that is there twice; `FORMAT.INDEX_RANGE` for an offset outside of the
 * matrix; `FORMAT.SHAPE`, `FORMAT.REFUSED`, `OPERAND.TYPE`, `PARAM.OUT_OF_RANGE`.
 */
export function diags(
  diagonals: Diagonal | readonly Diagonal[],
  offsets: number | readonly number[] = 0,
  shape?: ShapeLike,
): CooMatrix {
  const at = typeof offsets === 'object' && isArrayLike(offsets) ? Array.from(offsets) : [offsets];
  const isList = isArrayLike(diagonals) && (isArrayLike(offsets) || isArrayLike(diagonals[0]));
  const all = (isList ? Array.from(diagonals) : [diagonals]) as readonly Diagonal[];
  if (all.length !== at.length || new Set(at).size < at.length)
    throw new SpmvError('FORMAT.INVALID', `There are ${all.length} diagonals at the offsets ${at.join(', ')}.`, {
      fix: 'Give each diagonal an offset of its own.',
      details: { diagonals: all.length, offsets: at },
    });
  for (const offset of at) checkOffset(offset);
  for (const [number, elements] of all.entries())
    if (typeof elements !== 'number') checkedNumbers(`diagonal ${number}`, elements);
  const size = shape === undefined ? squareOf(all[0], at[0]) : shapeOf(shape);
  const placed = at.map((offset, number) => ({
    offset,
    elements: fitting(size, all[number] as Diagonal, offset, number),
  }));
  return onDiagonals(size, placed);
}
