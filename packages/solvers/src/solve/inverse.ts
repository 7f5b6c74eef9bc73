import type { LinearOperator, ValueArray } from '@spmv/core';
import type { System } from '../system/system.ts';
import type { SolveOptions } from './options.ts';
import { solve } from './solve.ts';

/**
 * A⁻¹ as a linear operator: `apply(b, x)` is x ← αA⁻¹b + βx, each time by `solve` with these options. As M of an outer method, a few digits are enough: the outer method
 * has to be one that bears an M which is not the same each time.
 *
 * Errors of `apply`, before x is written: those of `solve`, and the `error` of a result that did not converge.
 */
export function inverse(system: System, options: SolveOptions = {}): LinearOperator<ValueArray> {
  const { rows, cols } = system.A.shape;
  return {
    shape: { rows: cols, cols: rows },
    async apply(b, x, alpha = 1, beta = 0) {
      const found = alpha === 0 ? undefined : await solve(system, b, options);
      if (found?.error) throw found.error;
      for (let i = 0; i < x.length; i++) x[i] = (found ? alpha * found.x[i] : 0) + (beta === 0 ? 0 : beta * x[i]);
    },
  };
}
