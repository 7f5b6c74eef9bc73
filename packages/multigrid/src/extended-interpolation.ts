import type { CsrMatrix } from '@spmv/spgemm';
import { fitted } from './csr.ts';
import type { Near, Row, Splitting } from './js/weights.ts';
import { fillRow, listNear, LONG, refillRows } from './js/weights.ts';
import type { Parts } from './parts.ts';
import { byRows } from './parts.ts';
import type { Scratch } from './scratch.ts';
import { createScratch } from './scratch.ts';

/** Entries of P in a row, usually. */
const MOST = 4;

/** What P is made of. */
type Points = Splitting & { readonly A: CsrMatrix };

function rowFor({ A: { shape } }: Points, scratch: Scratch): Row {
  // One more than points: it is the fine point itself.
  const n = shape.rows + 1;
  return {
    points: scratch.i32('points', n),
    weights: scratch.f64('sums', n),
    place: scratch.i32('place', n).fill(-1),
    hits: new Int32Array(LONG + 1),
    parts: new Float64Array(LONG + 1),
  };
}

function* nearOf(splitting: Points, scratch: Scratch): Parts<Near> {
  const { shape, colIndex } = splitting.A;
  const near = { start: scratch.i32('starts', shape.rows + 1), points: scratch.i32('columns', colIndex.length + 1) };
  near.start[0] = 0;
  yield* byRows(splitting.A, (begin, end) => listNear(splitting, near, begin, end));
  return near;
}

/**
 * P: n × n_c. Coarse points are taken as they are; fine ones by extended+i interpolation, cut to the `most` largest weights, usually four, which keep the sum of all. A fine point without
 * such neighbours has an empty row, and is left to the smoother.
 */
export function* extendedInterpolation(
  splitting: Points,
  coarseCount: number,
  scratch: Scratch = createScratch(),
  most: number = MOST,
): Parts<CsrMatrix> {
  const n = splitting.A.shape.rows;
  const room = coarseCount + most * (n - coarseCount);
  const made = { rowStart: new Int32Array(n + 1), colIndex: new Int32Array(room), values: new Float64Array(room) };
  const near = yield* nearOf(splitting, scratch);
  const row = rowFor(splitting, scratch);
  yield* byRows(splitting.A, (begin, end) => {
    const { rowStart } = made;
    for (let i = begin; i < end; i++)
      rowStart[i + 1] = fillRow(splitting, near, row, made, { i, first: rowStart[i], most });
  });
  const { rowStart, colIndex, values } = made;
  const nnz = rowStart[n];
  return {
    shape: { rows: n, cols: coarseCount },
    rowStart,
    colIndex: fitted(colIndex, nnz),
    values: fitted(values, nnz),
  };
}

/** The weights of P, whose places stay, for new values of A in the same places. */
export function* reweigh(splitting: Points, P: CsrMatrix, scratch: Scratch): Parts<void> {
  const near = yield* nearOf(splitting, scratch);
  const row = rowFor(splitting, scratch);
  yield* byRows(splitting.A, (begin, end) => refillRows(splitting, near, row, P, begin, end));
}
