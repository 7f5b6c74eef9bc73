import type { StoredMatrix } from '@spmv/core';

/** Called with each entry. */
type Visit = (row: number, column: number, place: number) => void;

/** Entries of one row, `step` places apart, before `past` or the first padding. */
function visitRow(colIndex: Int32Array, row: number, first: number, step: number, past: number, visit: Visit): void {
  for (let at = first; at < past; at += step) {
    const column = colIndex[at];
    if (column < 0) return;
    visit(row, column, at);
  }
}

function visitCsr({ shape, arrays }: StoredMatrix, visit: Visit): void {
  const starts = arrays['rowStart'] as Int32Array;
  const columns = arrays['colIndex'] as Int32Array;
  for (let row = 0; row < shape.rows; row++) visitRow(columns, row, starts[row], 1, starts[row + 1], visit);
}

function visitEllpack({ shape, arrays, scalars, params }: StoredMatrix, visit: Visit): void {
  const columns = arrays['colIndex'] as Int32Array;
  const [width, stride] = [scalars['width'], scalars['stride']];
  const [next, step] = params['order'] === 'column' ? [1, stride] : [stride, 1];
  for (let row = 0; row < shape.rows; row++) visitRow(columns, row, row * next, step, row * next + width * step, visit);
}

function visitSell({ shape, arrays, params }: StoredMatrix, visit: Visit): void {
  const starts = arrays['sliceStart'] as Int32Array;
  const rowOrder = arrays['rowOrder'] as Int32Array;
  const columns = arrays['colIndex'] as Int32Array;
  const C = params['C'] as number;
  for (let at = 0; at < shape.rows; at++) {
    const slice = Math.trunc(at / C);
    const [start, past] = [starts[slice], starts[slice + 1]];
    // Slots past the last whole place, which alignment leaves, are no places of any row.
    const whole = start + Math.trunc((past - start) / C) * C;
    visitRow(columns, rowOrder.length > 0 ? rowOrder[at] : at, start + (at % C), C, whole, visit);
  }
}

/** A slice of `packed` has 32 lanes; four of its steps are a group, in which the distances of a lane lie side by side. */
const LANES = 32;

function visitPacked({ arrays, scalars }: StoredMatrix, visit: Visit): void {
  const slices = arrays['slices'] as Int32Array;
  const segments = arrays['segments'] as Int32Array;
  const { buffer, byteOffset, byteLength } = arrays['columns'] as Uint8Array;
  const columns = new DataView(buffer, byteOffset, byteLength);
  const distanceOf = [
    (at: number) => columns.getUint8(at),
    (at: number) => columns.getUint16(at, true),
    (at: number) => columns.getInt32(at, true),
  ] as const;
  for (let s = 0; s < scalars['sliceCount']; s++) {
    const [firstStep, start, third, facts] = slices.subarray(4 * s, 4 * s + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const steps = facts & 0xffff;
    const log = (facts >> 16) & 0xf;
    const code = (facts >> 20) & 3;
    const isPlain = ((facts >> 22) & 1) === 1;
    const isSplit = ((facts >> 23) & 1) === 1;
    const bases = start * LANES;
    const distances = bases + Math.ceil((4 * steps) / LANES) * LANES;
    for (let i = 0; i < (isSplit ? 1 : LANES >> log); i++) {
      const row = isPlain ? third + i : segments[2 * (third + i)];
      if (row < 0) continue;
      const length = isPlain ? steps << log : segments[2 * (third + i) + 1];
      for (let e = 0; e < length; e++) {
        const step = e >> log;
        const lane = (i << log) + (e & ((1 << log) - 1));
        const first = step - (step % 4);
        // The last one or two steps are a group of as many.
        const room = steps - first > 2 ? 4 : steps - first;
        const distance = (first * LANES + lane * room + (step % 4)) << code;
        const column = columns.getInt32(bases + 4 * step, true) + distanceOf[code](distances + distance);
        visit(row, column, (firstStep + step) * LANES + lane);
      }
    }
  }
}

const VISITS: Readonly<Record<string, (matrix: StoredMatrix, visit: Visit) => void>> = {
  csr: visitCsr,
  ellpack: visitEllpack,
  sell: visitSell,
  packed: visitPacked,
};

/** Calls `visit` with every entry of a matrix in csr, ellpack, sell or packed: row, column, and its place in `values`. Rows come as the format lays them. */
export function visitEntries(matrix: StoredMatrix, visit: Visit): void {
  const own = VISITS[matrix.format];
  if (!own) throw new RangeError(`entries of format '${matrix.format}' cannot be told`);
  own(matrix, visit);
}
