import type { Preconditioner } from './preconditioner.ts';
import { linear, rowsOf } from './rows.ts';

/** M = (D + L)D⁻¹(D + U), a step of Gauss and Seidel in each direction (Saad 2003, section 10.2.1, ω = 1). By the host: one row after another. */
export const ssor: Preconditioner = {
  id: 'ssor',
  splitsPairs: true,
  title: 'symmetric Gauss–Seidel',
  isOfHost: true,
  async prepare(system) {
    const { n, rowStart, colIndex, values, diagonal } = rowsOf(system, 'ssor');
    return linear(n, (x, y) => {
      for (let i = 0; i < n; i++) {
        let sum = x[i];
        for (let k = rowStart[i]; k < diagonal[i]; k++) sum -= values[k] * y[colIndex[k]];
        y[i] = sum / values[diagonal[i]];
      }
      for (let i = n - 1; i >= 0; i--) {
        let sum = 0;
        for (let k = diagonal[i] + 1; k < rowStart[i + 1]; k++) sum += values[k] * y[colIndex[k]];
        y[i] = y[i] - sum / values[diagonal[i]];
      }
    });
  },
};
