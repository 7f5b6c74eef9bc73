import type { AnyCoo, Workload } from '@spmv/core';
import { absoluteCoo, isComplex, precisionOf } from '@spmv/core';
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

/** The largest absolute value of numbers, or of pairs. */
function largest(values: ArrayLike<number>, components: 1 | 2): number {
  let max = 0;
  for (let i = 0; i < values.length; i += components) {
    const [value, imaginary] = [values[i] as number, values[i + 1] as number];
    max = Math.max(max, components === 2 ? Math.hypot(value, imaginary) : Math.abs(value));
  }
  return max;
}

function infinityNorm(coo: AnyCoo): number {
  const { rowIndex, values } = isComplex(coo) ? absoluteCoo(coo) : coo;
  const rowSums = new Float64Array(coo.shape.rows);
  for (let k = 0; k < values.length; k++) {
    const i = rowIndex[k] as number;
    rowSums[i] = (rowSums[i] as number) + Math.abs(values[k] as number);
  }
  return largest(rowSums, 1);
}

/** Normwise backward error of x as a solution of A·x = b, with y the computed product: ‖b − y‖∞ / (‖A‖∞‖x‖∞ + ‖b‖∞). */
export function backwardError(coo: AnyCoo, variant: CheckVariant, y: ArrayLike<number>): number | null {
  if (!variant.b) return null;
  const residual = Float64Array.from(variant.b, (value, i) => value - (y[i] as number));
  const sizeOf = (values: ArrayLike<number>): number => largest(values, coo.components ?? 1);
  const scale = infinityNorm(coo) * sizeOf(variant.buffers['x'] ?? []) + sizeOf(variant.b);
  return scale === 0 ? sizeOf(residual) : sizeOf(residual) / scale;
}

/** Whether the files beside a matrix belong to it, judged by the exact product; `undefined` without them. */
export function solutionCheck(
  { coo, components }: Workload,
  variants: readonly CheckVariant[],
  references: References,
): SolutionCheck | undefined {
  const variant = variants.find(({ b }) => b !== undefined);
  const precision = precisionOf('f64', components);
  const error =
    coo &&
    variant &&
    backwardError(coo, variant, references.of(variant, { precision, accumulator: precision })['y']?.high ?? []);
  return error === undefined || error === null ? undefined : { backwardError: error, agrees: error <= TOLERANCE };
}
