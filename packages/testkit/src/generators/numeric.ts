import type { CooEntries, CooMatrix, Precision } from '@spmv/core';
import { cooFromEntries, PRECISIONS } from '@spmv/core';
import { createRandom } from '../random/random.ts';
import { checkInteger } from './options.ts';
import { randomUniform } from './random-uniform.ts';

/** Shape and precision of the matrices whose values are hard. */
export interface NumericOptions {
  readonly rows: number;
  readonly cols?: number;
  /** Precision whose range the values explore. Default `f64`. */
  readonly precision?: Precision;
  readonly seed?: number;
}

/** A random pattern whose values are `value` of a random number in (−1, 1) and the entry's number. */
function withValues(options: NumericOptions, perRow: number, value: (signed: number, k: number) => number): CooMatrix {
  const { rows, cols = rows, seed = 1 } = options;
  const coo = randomUniform({ rows, cols, perRow: Math.min(perRow, cols), seed });
  return { ...coo, values: coo.values.map(value) };
}

/** Every third entry is a stored zero, every sixth a negative one: they count as entries. */
export function storedZeros(options: NumericOptions): CooMatrix {
  return withValues(options, 5, (signed, k) => (k % 6 === 0 ? 0 : k % 6 === 3 ? -0 : signed));
}

/** Values below the smallest normal number beside ordinary ones. */
export function subnormals(options: NumericOptions): CooMatrix {
  const { smallestNormal } = PRECISIONS[options.precision ?? 'f64'];
  return withValues(options, 4, (signed, k) => (k % 4 === 3 ? signed : (signed * smallestNormal) / 2));
}

/** Values near the largest finite number: single products fit, sums of a row do as well. */
export function hugeValues(options: NumericOptions): CooMatrix {
  const { largestFinite } = PRECISIONS[options.precision ?? 'f64'];
  return withValues(options, 4, (signed) => (signed * largestFinite) / 1024);
}

/** Integers −3…3, so that short sums of products with small integers are exact in every precision and order. */
export function integers(options: NumericOptions): CooMatrix {
  return withValues(options, 5, (signed) => Math.round(signed * 3.4));
}

/** Size and precision of {@link cancellation}. */
export interface CancellationOptions {
  readonly rows: number;
  /** Entries per row, at least 3. Default 64. */
  readonly perRow?: number;
  readonly precision?: Precision;
  readonly seed?: number;
}

/**
 * Rows of small values between +c and −c, at places that differ from row to row, to be multiplied by ones: sums kept in less
 * precision than stated lose the small values whatever the order. c is 2²⁰, less where the precision's inputs cannot hold it.
 */
export function cancellation(options: CancellationOptions): CooMatrix {
  const owner = 'cancellation';
  const rows = checkInteger(owner, 'rows', options.rows);
  const perRow = checkInteger(owner, 'perRow', options.perRow ?? 64, 3);
  const random = createRandom(options.seed ?? 1);
  const large = Math.min(2 ** 20, 2 ** Math.floor(Math.log2(PRECISIONS[options.precision ?? 'f64'].largestFinite) - 5));
  const coo = randomUniform({ rows, cols: perRow, perRow });
  for (let i = 0; i < rows; i++) {
    const first = random.integer(perRow);
    const second = (first + 1 + random.integer(perRow - 1)) % perRow;
    coo.values[i * perRow + first] = large;
    coo.values[i * perRow + second] = -large;
  }
  return coo;
}

/** The entries of a matrix in shuffled order, each split into two of the same position: input for `cooFromEntries`. */
export function shuffledDuplicates(coo: CooMatrix, seed = 1): CooEntries {
  const random = createRandom(seed);
  const nnz = coo.values.length;
  const order = Int32Array.from({ length: 2 * nnz }, (_, k) => k % nnz);
  for (let k = order.length - 1; k > 0; k--) {
    const other = random.integer(k + 1);
    const kept = order[k];
    order[k] = order[other];
    order[other] = kept;
  }
  const pick = (from: ArrayLike<number>, factor = 1): number[] => Array.from(order, (k) => from[k] * factor);
  return { rowIndex: pick(coo.rowIndex), colIndex: pick(coo.colIndex), values: pick(coo.values, 0.5) };
}

/** A random matrix made from unsorted entries with every position given twice. */
export function duplicates(options: NumericOptions): CooMatrix {
  const coo = withValues(options, 4, (signed) => signed);
  return cooFromEntries(coo.shape, shuffledDuplicates(coo, options.seed));
}
