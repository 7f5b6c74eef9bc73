import type { Preconditioner } from './preconditioner.ts';
import type { Rows } from './rows.ts';
import { linear, noPivot, rowsOf } from './rows.ts';

/** A ≈ LU in the places of A's entries, L with ones on its diagonal (Saad 2003, algorithm 10.4). Overwrites the values. */
function factorise({ n, rowStart, colIndex, values, diagonal }: Rows): void {
  const place = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++) {
    const [begin, end] = [rowStart[i] as number, rowStart[i + 1] as number];
    for (let k = begin; k < end; k++) place[colIndex[k] as number] = k;
    for (let k = begin; k < (diagonal[i] as number); k++) {
      const above = colIndex[k] as number;
      const factor = (values[k] as number) / (values[diagonal[above] as number] as number);
      values[k] = factor;
      for (let m = (diagonal[above] as number) + 1; m < (rowStart[above + 1] as number); m++) {
        const at = place[colIndex[m] as number] as number;
        if (at >= 0) values[at] = (values[at] as number) - factor * (values[m] as number);
      }
    }
    for (let k = begin; k < end; k++) place[colIndex[k] as number] = -1;
    const pivot = values[diagonal[i] as number] as number;
    if (pivot === 0 || !Number.isFinite(pivot)) throw noPivot('ilu0', i, pivot);
  }
}

/** M = LU, without entries where A has none. By the host: one row after another. */
export const ilu0: Preconditioner = {
  id: 'ilu0',
  title: 'incomplete LU',
  async prepare(system) {
    const rows = rowsOf(system, 'ilu0');
    factorise(rows);
    const { n, rowStart, colIndex, values, diagonal } = rows;
    return linear(n, (x, y) => {
      for (let i = 0; i < n; i++) {
        let sum = x[i] as number;
        for (let k = rowStart[i] as number; k < (diagonal[i] as number); k++)
          sum -= (values[k] as number) * (y[colIndex[k] as number] as number);
        y[i] = sum;
      }
      for (let i = n - 1; i >= 0; i--) {
        let sum = y[i] as number;
        for (let k = (diagonal[i] as number) + 1; k < (rowStart[i + 1] as number); k++)
          sum -= (values[k] as number) * (y[colIndex[k] as number] as number);
        y[i] = sum / (values[diagonal[i] as number] as number);
      }
    });
  },
};
