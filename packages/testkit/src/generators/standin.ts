import type { CooMatrix, RowSource } from '@spmv/core';
import { cooOfRows } from '@spmv/core';
import type { Random } from '../random/random.ts';
import { createRandom } from '../random/random.ts';
import { bordersOf, gridSide } from './grid-neighbours.ts';
import type { LengthProfile } from './length-profile.ts';
import { lengthsOf } from './length-profile.ts';
import { checkInteger } from './options.ts';
import type { StandInKind } from './standin-columns.ts';
import { standInColumns } from './standin-columns.ts';

/** The figures of the matrix that a stand-in stands for. */
export interface StandInOptions extends Omit<LengthProfile, 'step'> {
  /** Default: `rows`. */
  readonly cols?: number;
  readonly like: StandInKind;
  /** Unknowns of a node of a mesh, side of a block. Default 1. */
  readonly block?: number;
  /** Columns on either side of the diagonal that are near it, of `band`, `blocks` and `network`. Default: root of `cols`, at least `max`. */
  readonly bandwidth?: number;
  /** Points along the sides of a mesh that are numbered first: the first of two, the first and second of three. Default: square, cubic. */
  readonly side?: number;
  readonly seed?: number;
}

/** What a stand-in can be like. */
export const STAND_IN_KINDS: readonly StandInKind[] = ['mesh2', 'mesh3', 'band', 'blocks', 'graph', 'network'];

/** Numbers 0..count−1 in random order. */
function shuffled(count: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: count }, (_, g) => g);
  for (let g = count - 1; g > 0; g--) {
    const other = random.integer(g + 1);
    const kept = order[g];
    order[g] = order[other];
    order[other] = kept;
  }
  return order;
}

/** Gives sorted lengths to rows: neighbours of one block get neighbouring ones, those at the borders of a mesh the shortest, others any. */
function arranged(sorted: Int32Array, block: number, borders: (group: number) => number, random: Random): Int32Array {
  const groups = Math.ceil(sorted.length / block);
  const order = shuffled(groups, random);
  const rowLength = new Int32Array(sorted.length);
  let next = 0;
  for (let most = 3; most >= 0; most--) {
    for (const group of order) {
      if (borders(group) !== most) continue;
      const first = group * block;
      const size = Math.min(block, sorted.length - first);
      rowLength.set(sorted.subarray(next, next + size), first);
      next += size;
    }
  }
  return rowLength;
}

/**
 * A matrix with the figures of another one and columns of its kind, in place of one that cannot be had; values in (−1, 1). Rows, entries, longest
 * and shortest row are met exactly, the deviation of the lengths within 1 %. Any row is made by itself. The pattern is not symmetric.
 *
 * - `mesh2`, `mesh3`: points of a grid, numbered along its sides, `block` unknowns each: a row has the points nearest to its own;
 *   the shortest rows are at the border.
 * - `band`: the diagonal, and columns within `bandwidth` of it.
 * - `blocks`: dense blocks of side `block` within `bandwidth` of the diagonal.
 * - `graph`: columns anywhere, a few of them in many rows, as of links.
 * - `network`: the diagonal, columns near it, few hubs, as of circuits and roads; long rows reach everywhere.
 *
 * Errors: `PARAM.OUT_OF_RANGE`, with what is reachable.
 */
export function standInRows(options: StandInOptions): RowSource {
  const owner = 'standin';
  const { like } = options;
  const rows = checkInteger(owner, 'rows', options.rows);
  const cols = checkInteger(owner, 'cols', options.cols ?? rows);
  const block = checkInteger(owner, 'block', options.block ?? 1, 1, Math.max(1, cols));
  const max = checkInteger(owner, 'max', options.max, 0, cols);
  const bandwidth = checkInteger(
    owner,
    'bandwidth',
    options.bandwidth ?? Math.min(cols, Math.max(max, Math.ceil(Math.sqrt(cols)))),
  );
  const seed = checkInteger(owner, 'seed', options.seed ?? 1);
  const side = options.side === undefined ? {} : { side: checkInteger(owner, 'side', options.side, 1) };
  const dimensions = like === 'mesh2' ? 2 : 3;
  const points = Math.ceil(rows / block);
  const borders =
    like === 'mesh2' || like === 'mesh3'
      ? bordersOf({ dimensions, points, side: gridSide(dimensions, points), ...side })
      : () => 0;
  const sorted = lengthsOf(owner, { ...options, step: block });
  const rowLength = arranged(sorted, block, borders, createRandom(seed));
  const randomOf = (group: number): Random => createRandom(seed * 2 ** 32 + group);
  const fill = standInColumns[like]({ shape: { rows, cols }, longest: max, block, bandwidth, ...side, randomOf });
  return {
    shape: { rows, cols },
    rowLength,
    readRows(begin, end, colIndex, values) {
      for (let i = begin, from = 0; i < end; i++) {
        const to = from + rowLength[i];
        if (to === from) continue;
        fill(i, colIndex, from, to);
        const random = randomOf(-1 - i);
        for (let k = from; k < to; k++) values[k] = random.signed();
        from = to;
      }
    },
  };
}

/** {@link standInRows} as COO. Errors: `PARAM.OUT_OF_RANGE`, `FORMAT.REFUSED` for more than 2³¹−1 entries. */
export function standIn(options: StandInOptions): CooMatrix {
  return cooOfRows(standInRows(options));
}
