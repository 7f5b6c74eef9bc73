import type { CooMatrix } from '@spmv/core';
import { createRandom } from '../random/random.ts';
import { binomial } from '../random/binomial.ts';
import { fromRowLengths, longestOf, randomColumns } from './from-row-lengths.ts';
import { checkInteger, checkNumber } from './options.ts';

/** Shape and density of {@link randomUniform}. */
export interface RandomUniformOptions {
  readonly rows: number;
  /** Default: `rows`. */
  readonly cols?: number;
  /** Probability of each position, 0..1; row lengths are then binomial. Default 0.1. */
  readonly density?: number;
  /** Entries of every row, instead of `density`; at most `cols`. */
  readonly perRow?: number;
  /** Values lie in (low, high). Default −1 and 1. */
  readonly low?: number;
  readonly high?: number;
  /** Default 1. */
  readonly seed?: number;
}

/** Entries anywhere with equal probability, values in (low, high). Linear in the entries. Errors: `PARAM.OUT_OF_RANGE`, in the name of `owner`. */
export function randomUniform(options: RandomUniformOptions, owner = 'random'): CooMatrix {
  const rows = checkInteger(owner, 'rows', options.rows);
  const cols = checkInteger(owner, 'cols', options.cols ?? rows);
  const random = createRandom(options.seed ?? 1);
  const rowLength = new Int32Array(rows);
  if (options.perRow !== undefined) {
    rowLength.fill(checkInteger(owner, 'perRow', options.perRow, 0, cols));
  } else {
    const density = checkNumber(owner, 'density', options.density ?? 0.1, 0, 1);
    for (let i = 0; i < rows; i++) rowLength[i] = binomial(random, cols, density);
  }
  const low = checkNumber(owner, 'low', options.low ?? -1, -Number.MAX_VALUE, Number.MAX_VALUE);
  const high = checkNumber(owner, 'high', options.high ?? 1, low, Number.MAX_VALUE);
  const [middle, half] = [low / 2 + high / 2, high / 2 - low / 2];
  return randomWithRowLengths({ cols, rowLength, random, value: () => middle + half * random.signed() });
}

/** What {@link rowsOfLength} makes. */
export interface RowsOfLengthOptions {
  readonly cols: number;
  /** Entries of each row, each at most `cols`. */
  readonly rowLength: ArrayLike<number>;
  readonly seed?: number;
}

/** Rows of given lengths, columns uniformly random, values in (−1, 1). Errors: `PARAM.OUT_OF_RANGE`. */
export function rowsOfLength({ cols, rowLength, seed = 1 }: RowsOfLengthOptions): CooMatrix {
  checkInteger('rows', 'cols', cols);
  const lengths = Int32Array.from(rowLength, (length) => checkInteger('rows', 'rowLength', length, 0, cols));
  const random = createRandom(seed);
  return randomWithRowLengths({ cols, rowLength: lengths, random, value: () => random.signed() });
}

function randomWithRowLengths(parts: {
  cols: number;
  rowLength: Int32Array;
  random: ReturnType<typeof createRandom>;
  value: () => number;
}): CooMatrix {
  const { cols, rowLength, random, value } = parts;
  const window = { first: 0, width: cols };
  const fill = randomColumns(random, longestOf(rowLength), () => window);
  return fromRowLengths('random', { rows: rowLength.length, cols }, rowLength, fill, value);
}
