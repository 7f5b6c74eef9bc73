import type { CooMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Where each node comes to: `places[order[k]]` is k. Errors: `OPERAND.MATRIX` where the order does not name each of n nodes once. */
function placesOf(order: ArrayLike<number>, n: number): Int32Array {
  const places = new Int32Array(n).fill(-1);
  const refuse = (why: string): SpmvError =>
    new SpmvError('OPERAND.MATRIX', `This is no order of ${n} rows: ${why}.`, {
      fix: `Give each number from 0 to ${n - 1} once.`,
      details: { n, length: order.length },
    });
  if (order.length !== n) throw refuse(`it has ${order.length}`);
  for (let k = 0; k < n; k++) {
    const i = order[k];
    if (places[i] !== -1) throw refuse(places[i] === undefined ? `it names ${i}` : `it names ${i} twice`);
    places[i] = k;
  }
  return places;
}

/** Positions in the order of their rows, then columns, by counting twice. */
function sorted(n: number, rows: Int32Array, cols: Int32Array): Int32Array {
  let from: Int32Array | undefined;
  for (const index of [cols, rows]) {
    const place = new Float64Array(n + 1);
    for (let k = 0; k < index.length; k++) {
      const at = index[k] + 1;
      place[at] = place[at] + 1;
    }
    for (let i = 0; i < n; i++) place[i + 1] = place[i + 1] + place[i];
    const to = new Int32Array(index.length);
    for (let k = 0; k < index.length; k++) {
      const entry = from ? from[k] : k;
      const i = index[entry];
      const at = place[i];
      to[at] = entry;
      place[i] = at + 1;
    }
    from = to;
  }
  return from ?? new Int32Array(0);
}

/** Rows and columns of a square matrix in an order: entry (k, l) is that of (order[k], order[l]). Values are copied, never computed with. Errors: `OPERAND.MATRIX`. */
export function reordered(coo: CooMatrix, order: ArrayLike<number>): CooMatrix {
  const { shape, rowIndex, colIndex, values } = coo;
  const places = placesOf(order, shape.rows);
  const rows = rowIndex.map((i) => places[i]);
  const cols = colIndex.map((j) => places[j]);
  const at = sorted(shape.rows, rows, cols);
  const moved = values.slice();
  for (let k = 0; k < at.length; k++) moved[k] = values[at[k]];
  return {
    shape,
    rowIndex: at.map((k) => rows[k]),
    colIndex: at.map((k) => cols[k]),
    values: moved,
  };
}
