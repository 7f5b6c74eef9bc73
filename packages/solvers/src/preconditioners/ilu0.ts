import type { Slices } from '@spmv/direct';
import { takeTurns } from '@spmv/direct';
import type { Preconditioner } from './preconditioner.ts';
import type { Rows } from './rows.ts';
import { entriesOf, linear, noPivot, rowsOf, SLICE } from './rows.ts';
import { turnedRows } from './turned-rows.ts';

/** A ≈ LU in the places of A's entries, L with ones on its diagonal (Saad 2003, algorithm 10.4). Overwrites the values. */
function* factorise({ n, rowStart, colIndex, values, diagonal }: Rows): Slices<void> {
  const place = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++) {
    if (i % SLICE === SLICE - 1) yield i;
    const [begin, end] = [rowStart[i], rowStart[i + 1]];
    for (let k = begin; k < end; k++) place[colIndex[k]] = k;
    for (let k = begin; k < diagonal[i]; k++) {
      const above = colIndex[k];
      const factor = values[k] / values[diagonal[above]];
      values[k] = factor;
      for (let m = diagonal[above] + 1; m < rowStart[above + 1]; m++) {
        const at = place[colIndex[m]];
        if (at >= 0) values[at] = values[at] - factor * values[m];
      }
    }
    for (let k = begin; k < end; k++) place[colIndex[k]] = -1;
    const pivot = values[diagonal[i]];
    if (pivot === 0 || !Number.isFinite(pivot)) throw noPivot('ilu0', i, pivot);
  }
}

/** M = LU, without entries where A has none. By the host: one row after another. */
export const ilu0: Preconditioner = {
  id: 'ilu0',
  title: 'incomplete LU',
  isOfHost: true,
  async prepare(system, space, signal) {
    const turned = space.partsOf && turnedRows(entriesOf(system, 'ilu0'));
    const rows = rowsOf(turned ? { ...system, coo: turned.coo } : system, 'ilu0');
    await takeTurns(factorise(rows), signal);
    const { n, rowStart, colIndex, values, diagonal } = rows;
    return linear(n, (r, y) => {
      const x = turned ? turned.turn(r) : r;
      for (let i = 0; i < n; i++) {
        let sum = x[i];
        for (let k = rowStart[i]; k < diagonal[i]; k++) sum -= values[k] * y[colIndex[k]];
        y[i] = sum;
      }
      for (let i = n - 1; i >= 0; i--) {
        let sum = y[i];
        for (let k = diagonal[i] + 1; k < rowStart[i + 1]; k++) sum -= values[k] * y[colIndex[k]];
        y[i] = sum / values[diagonal[i]];
      }
    });
  },
};
