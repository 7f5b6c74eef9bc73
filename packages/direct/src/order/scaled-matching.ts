import type { CooMatrix } from '@spmv/core';
import { gathered } from '../gathered.ts';
import type { Pattern } from '../lu/columns.ts';
import { columnsOf } from '../lu/columns.ts';
import type { Slices } from '../slices.ts';
import type { Matching } from './matching.ts';
import { weightedMatching } from './weighted-matching.ts';

/** A matching whose product of magnitudes is the largest there is, and binary logarithms of scales by which its entries have magnitude 1 and no entry a larger one. */
interface ProductMatching extends Matching {
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
}

/** Of a pattern by columns with a value for each entry; zeros are no entries. */
export function* productMatching(pattern: Pattern, values: Float64Array): Slices<ProductMatching> {
  const { n, start } = pattern;
  const cost = values.map((value) => -Math.log2(Math.abs(value)));
  // Of each column the least is 0.
  const least = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    let most = Infinity;
    for (let k = start[j]; k < start[j + 1]; k++) most = Math.min(most, cost[k]);
    least[j] = most < Infinity ? most : 0;
    for (let k = start[j]; k < start[j + 1]; k++) cost[k] -= least[j];
  }
  const { rowOf, colOf, size, u, v } = yield* weightedMatching(pattern, cost);
  return { rowOf, colOf, size, rowScale: u, colScale: v.map((price, j) => price + least[j]) };
}

function least(numbers: Float64Array): number {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}

/** A square matrix whose rows and columns are scaled by powers of two, and whose rows are put so that its diagonal has magnitudes of ½ to 2 and no entry one above 2. */
export interface MatchedMatrix {
  /** Row `rowOf[j]` of A is row j, −1 where none is left. */
  readonly rowOf: Int32Array;
  /** Of rows and columns of A. */
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
  /** Rows that could be put: fewer than n where no values make the matrix regular. */
  readonly size: number;
}

/**
 * What brings large entries to the diagonal: for incomplete factors, which choose no pivots. Reads the entries. In slices, as `takeTurns` takes them. O(n·nnz·log n) at worst.
 * Source: I. S. Duff, J. Koster, On algorithms for permuting large entries to the diagonal of a sparse matrix, SIAM J. Matrix Anal. Appl. 22, 2001, section 4.
 */
export function* matchedDiagonal(coo: CooMatrix): Slices<MatchedMatrix> {
  const columns = columnsOf(coo);
  const values = gathered(coo.values, columns.from);
  const { rowOf, size, rowScale, colScale } = yield* productMatching(columns, values);
  // What is added to all of one side may be taken off the other: so none leaves the range that need not.
  const middle = rowScale.length === 0 ? 0 : (least(rowScale) - least(rowScale.map((value) => -value))) / 2;
  const powers = (logarithms: Float64Array, by: number): Float64Array =>
    logarithms.map((value) => 2 ** Math.round(value - by));
  return { rowOf, size, rowScale: powers(rowScale, middle), colScale: powers(colScale, -middle) };
}
