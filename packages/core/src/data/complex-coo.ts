import { SpmvError } from '../errors/spmv-error.ts';
import type { FileMatrix } from '../file/file-matrix.ts';
import { positionsByRows } from './coo-by-rows.ts';
import type { AnyCoo, ComplexCoo, CooEntries, CooMatrix, Pairs, Shape } from './coo.ts';
import { cooFromEntries, isComplex, roomForCoo } from './coo.ts';
import { rowStartOf } from './csr-view.ts';

/** Real and imaginary parts in turns. Without imaginary parts these are 0. */
export function pairsOf(real: ArrayLike<number>, imaginary?: ArrayLike<number>): Pairs {
  const pairs = new Float64Array(2 * real.length);
  for (let k = 0; k < real.length; k++) {
    pairs[2 * k] = real[k] as number;
    if (imaginary) pairs[2 * k + 1] = imaginary[k] as number;
  }
  return pairs;
}

/** The real (0) or imaginary (1) parts of pairs. */
export function partOf(pairs: ArrayLike<number>, part: 0 | 1): Float64Array {
  const numbers = new Float64Array(pairs.length >> 1);
  for (let k = 0; k < numbers.length; k++) numbers[k] = pairs[2 * k + part] as number;
  return numbers;
}

/** Values as files have them, imaginary parts apart from real ones where there are any. Real values are the same array. */
export function inParts(values: Float64Array, components: 1 | 2 = 1): Pick<FileMatrix, 'values' | 'imaginary'> {
  return components === 1 ? { values } : { values: partOf(values, 0), imaginary: partOf(values, 1) };
}

/** The positions of a matrix, in its own arrays. */
export function positionsOf(coo: AnyCoo): Pick<CooMatrix, 'shape' | 'rowIndex' | 'colIndex'> {
  const { shape, rowStart, colIndex } = coo;
  // Where rows begin somewhere, `rowIndex` is made when it is read.
  const positions = rowStart ? positionsByRows(rowStart, colIndex) : { rowIndex: coo.rowIndex, colIndex };
  return Object.assign(positions, { shape: { ...shape } });
}

/** The complex matrix with these real parts and, where they are given, imaginary parts, one for each entry. Shares the positions. */
export function complexCoo(real: CooMatrix, imaginary?: ArrayLike<number>): ComplexCoo {
  return Object.assign(positionsOf(real), { components: 2 as const, values: pairsOf(real.values, imaginary) });
}

/** Entries as a product of numbers with so many components takes them: real ones as complex ones where it is 2. */
export function withComponents(coo: AnyCoo, components: 1 | 2): AnyCoo {
  return components === 2 && !isComplex(coo) ? complexCoo(coo) : coo;
}

function realCoo(coo: ComplexCoo, value: (real: number, imaginary: number) => number): CooMatrix {
  const { values } = coo;
  const numbers = new Float64Array(values.length >> 1);
  for (let k = 0; k < numbers.length; k++) numbers[k] = value(values[2 * k] as number, values[2 * k + 1] as number);
  return Object.assign(positionsOf(coo), { values: numbers });
}

/** The real parts of a matrix. Shares the positions; entries that are 0 stay. */
export function realPart(coo: ComplexCoo): CooMatrix {
  return realCoo(coo, (real) => real);
}

/** The imaginary parts of a matrix. Shares the positions; entries that are 0 stay. */
export function imaginaryPart(coo: ComplexCoo): CooMatrix {
  return realCoo(coo, (_, imaginary) => imaginary);
}

/** The absolute values |aᵢⱼ| of a matrix, without overflow on the way. Shares the positions. */
export function absoluteCoo(coo: ComplexCoo): CooMatrix {
  return realCoo(coo, Math.hypot);
}

/** conj(A). Shares the positions. */
export function conjugateCoo(coo: ComplexCoo): ComplexCoo {
  const values = coo.values.slice();
  for (let k = 1; k < values.length; k += 2) values[k] = -(values[k] as number);
  return Object.assign(positionsOf(coo), { components: 2 as const, values });
}

/**
 * The canonical complex COO of entries in any order, `values` being pairs: as {@link cooFromEntries}, values at one position added part by part.
 * `complexFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 0, 1], colIndex: [0, 1, 1], values: [2, 0, 1, 1, 0, -3] })` is [2, 1 + i; 0, −3i].
 *
 * Errors: those of `cooFromEntries`; `FORMAT.ARRAY_LENGTH` where there is no pair for each position.
 */
export function complexFromEntries(shape: Shape, { rowIndex, colIndex, values }: CooEntries): ComplexCoo {
  if (values.length !== 2 * rowIndex.length)
    throw new SpmvError(
      'FORMAT.ARRAY_LENGTH',
      `The arrays of complex entries must fit: rowIndex has ${rowIndex.length} elements, and values ${values.length}, not twice as many.`,
      { fix: 'Pass the real and the imaginary part of each entry one after the other, as NumPy has complex128.' },
    );
  const part = (of: 0 | 1): CooMatrix => {
    // An array, where it may hold what is no number, which is refused there.
    const numbers = Array.isArray(values) ? values.filter((_, k) => k % 2 === of) : partOf(values, of);
    return cooFromEntries(shape, { rowIndex, colIndex, values: numbers as ArrayLike<number> });
  };
  return complexCoo(part(0), part(1).values);
}

/** Some rows of a matrix. */
interface SomeRows {
  readonly begin: number;
  readonly end: number;
  /** Where each row of all begins. */
  readonly rowStart: Int32Array;
}

/**
 * The real matrix of twice the rows and columns that does to pairs what A does to complex numbers: each entry a + bi is the block [a, −b; b, a]. Of the rows that are named, by default all. Symmetric where A is Hermitian, and
 * positive definite where A is.
 */
export function realEquivalent(coo: ComplexCoo, rows?: SomeRows): CooMatrix {
  const { shape, colIndex, values } = coo;
  const { begin, end, rowStart } = rows ?? { begin: 0, end: shape.rows, rowStart: rowStartOf(coo) };
  const count = (rowStart[end] as number) - (rowStart[begin] as number);
  const made = roomForCoo({ rows: 2 * (end - begin), cols: 2 * shape.cols }, 4 * count);
  let at = 0;
  const put = (row: number, col: number, value: number): void => {
    made.rowIndex[at] = row;
    made.colIndex[at] = col;
    made.values[at++] = value;
  };
  for (let i = begin; i < end; i++) {
    for (const part of [0, 1]) {
      for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++) {
        const [row, col] = [2 * (i - begin) + part, 2 * (colIndex[k] as number)];
        const [a, b] = [values[2 * k] as number, values[2 * k + 1] as number];
        put(row, col, part === 0 ? a : b);
        put(row, col + 1, part === 0 ? -b : a);
      }
    }
  }
  return made;
}
