import type { ValueArray, ValueType } from '@spmv/core';
import { anyOption, checkOptions, countOption, nameOption, shown, SpmvError, valueArray } from '@spmv/core';
import type { VectorLike } from './choice.ts';
import type { Columns } from './matrix.ts';
import { isStrided } from './memory/other-memory.ts';
import type { StridedArray } from './memory/strided.ts';
import { readStrided, unreadable } from './memory/strided.ts';
import { checkedNumbers, checkLength, takenNumbers } from './numbers.ts';

/** Several vectors, one after another. */
export type VectorList = readonly VectorLike[];

/** Where several vectors are multiplied. */
export interface SeveralSizes {
  /** Elements of one that is read, and of one that is written. */
  readonly read: number;
  readonly written: number;
  readonly host: ValueType;
}

/** Several vectors that were asked for: by rows, in memory of their own, and back again. */
export interface Several {
  readonly vectors: number;
  readonly byRows: ValueArray;
  /** What came of them, as they were given. */
  given(Y: ValueArray): ValueArray[] | Columns<ValueArray>;
}

const COLUMNS = { data: anyOption, vectors: countOption(0), order: nameOption(['row', 'column']) };

function isColumns(x: unknown): x is Columns {
  return typeof x === 'object' && x !== null && 'vectors' in x;
}

/** Element (i, j) of so many rows goes to where it is by rows. */
function rowsOf(length: number, vectors: number, host: ValueType, at: (i: number, j: number) => number): ValueArray {
  const byRows = valueArray(host, length * vectors);
  for (let i = 0; i < length; i++) for (let j = 0; j < vectors; j++) byRows[i * vectors + j] = at(i, j);
  return byRows;
}

/** One column of what lies by rows. */
function columnOf(rows: ValueArray, vectors: number, j: number, into: ValueArray): ValueArray {
  for (let i = 0; i < into.length; i++) into[i] = rows[i * vectors + j] as number;
  return into;
}

/** Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `OPERAND.MEMORY`. */
function checkedVector(j: number, x: VectorLike, wanted: number): ArrayLike<number> {
  const numbers = checkedNumbers(`X[${j}]`, x);
  if (numbers.length === wanted) return numbers;
  throw new SpmvError(
    'OPERAND.LENGTH',
    `Vector X[${j}] has ${numbers.length} elements, and the product needs ${wanted}.`,
    {
      fix: `Give an array of vectors, each of ${wanted} elements: a vector is a column of X, not a row.`,
      details: { vector: j, length: numbers.length, wanted },
    },
  );
}

/** The columns of an n × k array, in the order in which they lie in its memory. Errors: `OPERAND.LENGTH`, `OPERAND.MEMORY`. */
function columnsOf(X: StridedArray, read: number): Columns {
  const { data, dtype, shape, strides, byteOffset, offset } = X;
  if (!Array.isArray(shape) || shape.length !== 2)
    throw unreadable('X', `its shape is ${shown(shape)}`, 'Give X of shape [n, k]: k vectors of n elements.', {
      shape,
    });
  const [n, k] = shape as [number, number];
  checkLength('A column of X', n, read);
  const [down, right] = strides ?? [];
  const isByColumns = down !== undefined && right !== undefined && Math.abs(down) < Math.abs(right);
  if (!isByColumns) return { data: readStrided('X', X).elements as ValueArray, vectors: k };
  const T = {
    data,
    shape: [k, n],
    strides: [right, down],
    ...(dtype === undefined ? {} : { dtype }),
    ...(byteOffset === undefined ? {} : { byteOffset }),
    ...(offset === undefined ? {} : { offset }),
  };
  return { data: readStrided('X', T).elements as ValueArray, vectors: k, order: 'column' };
}

/** Copies what is read. Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `OPERAND.MEMORY`, `PARAM.*`. */
export function askSeveral(given: VectorList | Columns | StridedArray, { read, written, host }: SeveralSizes): Several {
  const X = !isColumns(given) && isStrided(given) ? columnsOf(given, read) : given;
  const column = (Y: ValueArray, vectors: number, j: number): ValueArray =>
    columnOf(Y, vectors, j, valueArray(host, written));
  if (!isColumns(X)) {
    if (!Array.isArray(X))
      throw new SpmvError('OPERAND.TYPE', `X is ${shown(X)}, and several vectors are needed.`, {
        fix: 'Give an array of vectors, or { data, vectors, order }; one vector goes to multiply.',
      });
    const several = (X as VectorList).map((x, j) => checkedVector(j, x, read));
    const vectors = several.length;
    return {
      vectors,
      byRows: rowsOf(read, vectors, host, (i, j) => several[j]?.[i] as number),
      given: (Y) => Array.from({ length: vectors }, (_, j) => column(Y, vectors, j)),
    };
  }
  checkOptions('multiplyMany', X, COLUMNS);
  const { data, vectors, order = 'row' } = X;
  if (order === 'row')
    return {
      vectors,
      byRows: takenNumbers('X.data', data, host, read * vectors),
      given: (Y) => ({ data: Y, vectors, order }),
    };
  const numbers = checkedNumbers('X.data', data, read * vectors);
  return {
    vectors,
    byRows: rowsOf(read, vectors, host, (i, j) => numbers[j * read + i] as number),
    given(Y) {
      const back = valueArray(host, Y.length);
      for (let j = 0; j < vectors; j++) columnOf(Y, vectors, j, back.subarray(j * written, (j + 1) * written));
      return { data: back, vectors, order };
    },
  };
}
