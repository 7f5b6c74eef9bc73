import type { CooMatrix } from '@spmv/core';
import { createRandom, mix32 } from '../random/random.ts';
import { fromRowLengths } from './from-row-lengths.ts';
import { checkInteger, checkNumber } from './options.ts';

/** Size and coupling of {@link femBand}. */
export interface FemBandOptions {
  /** Rounded down to a multiple of `block`. */
  readonly rows: number;
  /** Unknowns per node, which are coupled densely. Default 3. */
  readonly block?: number;
  /** Mean entries of an inner row, about. Default 27·block. */
  readonly perRow?: number;
  /** Half bandwidth in nodes. Default 1 + √nodes, at most a thousand. */
  readonly bandwidth?: number;
  readonly seed?: number;
}

/**
 * Like a structural finite-element matrix after a bandwidth-reducing numbering: dense blocks of `block` × `block`, neighbouring nodes
 * always coupled, others within the band at random; the pattern is symmetric, the diagonal large. Time O(nodes·bandwidth + entries).
 * Errors: `PARAM.OUT_OF_RANGE`.
 */
export function femBand(options: FemBandOptions): CooMatrix {
  const owner = 'fem-band';
  const block = checkInteger(owner, 'block', options.block ?? 3, 1, 64);
  const nodes = Math.floor(checkInteger(owner, 'rows', options.rows) / block);
  const reach = checkInteger(
    owner,
    'bandwidth',
    options.bandwidth ?? Math.min(1000, 1 + Math.floor(Math.sqrt(nodes))),
    0,
    1e6,
  );
  const perRow = checkNumber(owner, 'perRow', options.perRow ?? 27 * block, 0, 1e9);
  const seed = options.seed ?? 1;
  const share = reach > 1 ? (perRow / block - 3) / (2 * (reach - 1)) : 0;
  const threshold = Math.min(1, Math.max(0, share)) * 2 ** 32;
  const salt = mix32(seed | 0);
  const coupled = (low: number, high: number): boolean =>
    high - low <= 1 || mix32(mix32(low ^ salt) + Math.imul(high - low, 0x9e3779b9)) < threshold;
  const columns = new Int32Array(2 * reach + 1);
  const neighboursOf = (node: number): number => {
    let count = 0;
    const last = Math.min(nodes - 1, node + reach);
    for (let other = Math.max(0, node - reach); other <= last; other++) {
      if (other < node ? coupled(other, node) : coupled(node, other)) columns[count++] = other;
    }
    return count;
  };
  const rowLength = new Int32Array(nodes * block);
  for (let node = 0; node < nodes; node++) rowLength.fill(neighboursOf(node) * block, node * block, (node + 1) * block);
  const random = createRandom(seed);
  const fill = (i: number, colIndex: Int32Array, from: number, to: number): void => {
    // The rows of a node follow one another, and its neighbours are the same for all of them.
    if (i % block === 0) neighboursOf(i / block);
    for (let k = from; k < to; k++) {
      const place = k - from;
      colIndex[k] = columns[Math.floor(place / block)] * block + (place % block);
    }
  };
  const size = nodes * block;
  return fromRowLengths(owner, { rows: size, cols: size }, rowLength, fill, (i, j) =>
    i === j ? perRow : random.signed(),
  );
}
