import type { CooMatrix, Workload } from '@spmv/core';
import type { CheckVariant, References } from './check-variant.ts';

/** What the x and b that came with a matrix say. */
export interface SolutionCheck {
  /** Backward error of the exact product. */
  readonly backwardError: number;
  /** False when x does not solve A·x = b: then the pair proves nothing about a product. */
  readonly agrees: boolean;
}

/** Largest backward error at which x still counts as a solution: what a solver reached and a text file kept. */
const TOLERANCE = 1e-6;

function largest(values: ArrayLike<number>): number {
  let max = 0;
  for (let i = 0; i < values.length; i++) max = Math.max(max, Math.abs(values[i] as number));
  return max;
}

function infinityNorm(coo: CooMatrix): number {
  const rowSums = new Float64Array(coo.shape.rows);
  for (let k = 0; k < coo.values.length; k++) {
    const i = coo.rowIndex[k] as number;
    rowSums[i] = (rowSums[i] as number) + Math.abs(coo.values[k] as number);
  }
  return largest(rowSums);
}

/** Normwise backward error of x as a solution of A·x = b, with y the computed product: ‖b − y‖∞ / (‖A‖∞‖x‖∞ + ‖b‖∞). */
export function backwardError(coo: CooMatrix, variant: CheckVariant, y: ArrayLike<number>): number | null {
  if (!variant.b) return null;
  const residual = Float64Array.from(variant.b, (value, i) => value - (y[i] as number));
  const scale = infinityNorm(coo) * largest(variant.buffers['x'] ?? []) + largest(variant.b);
  return scale === 0 ? largest(residual) : largest(residual) / scale;
}

/** Whether the files beside a matrix belong to it, judged by the exact product; `undefined` without them. */
export function solutionCheck(
  { coo }: Workload,
  variants: readonly CheckVariant[],
  references: References,
): SolutionCheck | undefined {
  const variant = variants.find(({ b }) => b !== undefined);
  const error =
    coo &&
    variant &&
    backwardError(coo, variant, references.of(variant, { precision: 'f64', accumulator: 'f64' })['y']?.high ?? []);
  return error === undefined || error === null ? undefined : { backwardError: error, agrees: error <= TOLERANCE };
}
