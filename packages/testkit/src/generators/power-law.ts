import type { CooMatrix } from '@spmv/core';
import { createRandom } from '../random/random.ts';
import { checkInteger, checkNumber } from './options.ts';
import { fromRowLengths, longestOf, randomColumns } from './from-row-lengths.ts';

/** Shape and row lengths of {@link powerLaw}. */
export interface PowerLawOptions {
  readonly rows: number;
  /** Default: `rows`. */
  readonly cols?: number;
  /** Mean entries per row, met closely where `maxPerRow` allows it. Default 8. */
  readonly meanPerRow?: number;
  /** Length of the longest row, met exactly. Default: `cols`, at most 1000 times the mean. */
  readonly maxPerRow?: number;
  /** Exponent of the density of row lengths, above 1: the smaller, the heavier the tail. Default 2.1. */
  readonly exponent?: number;
  readonly seed?: number;
}

/** The lengths that weights scaled by `scale` give. */
function lengthOf(weight: number, scale: number, most: number): number {
  return Math.min(most, Math.floor(weight * scale + 0.5));
}

function scaleFor(weights: Float64Array, wanted: number, most: number): number {
  let low = 0;
  let high = most;
  for (let step = 0; step < 60 && high - low > low * 1e-9; step++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += lengthOf(weights[i], middle, most);
    if (sum < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Skewed rows, as of web and social graphs: lengths follow a power law cut off at `maxPerRow`, in random order, one row being
 * exactly that long. Columns are uniform, values in (−1, 1). Linear in the entries. Errors: `PARAM.OUT_OF_RANGE`.
 */
export function powerLaw(options: PowerLawOptions): CooMatrix {
  const owner = 'powerlaw';
  const rows = checkInteger(owner, 'rows', options.rows);
  const cols = checkInteger(owner, 'cols', options.cols ?? rows);
  const mean = checkNumber(owner, 'meanPerRow', options.meanPerRow ?? Math.min(8, cols), 0, cols);
  const most = checkInteger(owner, 'maxPerRow', options.maxPerRow ?? Math.min(cols, Math.ceil(1000 * mean)), 0, cols);
  const exponent = checkNumber(owner, 'exponent', options.exponent ?? 2.1, 1.000001, 1000);
  const random = createRandom(options.seed ?? 1);
  const weights = Float64Array.from({ length: rows }, () => (1 - random.uniform()) ** (-1 / (exponent - 1)));
  const scale = scaleFor(weights, mean * rows, most);
  const rowLength = Int32Array.from(weights, (weight) => lengthOf(weight, scale, most));
  if (rows > 0 && mean > 0) rowLength[random.integer(rows)] = most;
  const window = { first: 0, width: cols };
  const fill = randomColumns(random, longestOf(rowLength), () => window);
  return fromRowLengths(owner, { rows, cols }, rowLength, fill, () => random.signed());
}
