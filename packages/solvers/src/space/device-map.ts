import type { AnyCoo, Kernel, Operator, ResidentMatrix, Shape } from '@spmv/core';
import { buildMatrix, isComplex, spmv } from '@spmv/core';
import type { FusedArguments } from '@spmv/fused';
import { fused } from '@spmv/fused';
import type { DeviceTools, Stored } from './device-tools.ts';
import type { LinearMap } from './step.ts';

/** Sums that a product may take in its own pass where a kernel does. */
export type FusedSums = 'dot' | 'dot-norm';

/** A linear map that a backend computes. */
export interface DeviceMap extends LinearMap {
  readonly operator: Operator;
  /** Whether it is y ← αAx + βy; otherwise y ← Ax alone. */
  readonly takesFactors: boolean;
  /** A product that ends in sums, where a kernel of the same language reads the format; prepared when it is first asked for, since it has the matrix once more. */
  fused(sums: FusedSums): Promise<Operator<FusedArguments>> | undefined;
}

/** Any operator that takes x and y. */
export function mapOfOperator(operator: Operator, shape: Shape): DeviceMap {
  return { shape, operator, takesFactors: operator.operation.id === spmv.id, fused: () => undefined };
}

/** Products of a stored matrix by an operator that was prepared for it. */
export function mapOfMatrix(
  tools: DeviceTools,
  { shape, format, matrix, share = false }: Stored,
  operator: Operator,
): DeviceMap {
  const made = new Map<FusedSums, Promise<Operator<FusedArguments>>>();
  return {
    ...mapOfOperator(operator, shape),
    fused(sums) {
      // What does not fit on the device must not be there twice.
      if (operator.streaming) return undefined;
      // A pass saved is less than what a slower language costs.
      const targets = [operator.kernel.target];
      const kernel = tools.kernelOf({ operation: fused.id, format, options: { ending: sums }, targets });
      if (!kernel) return undefined;
      const request = { operation: fused, kernel, precision: tools.precision, share };
      const found = made.get(sums) ?? tools.prepare({ ...request, matrix: matrix() });
      made.set(sums, found);
      return found;
    },
  };
}

/** The shape of a map whose vectors are numbers or pairs of them. */
export function shapeIn({ components }: Pick<DeviceTools, 'components'>, { rows, cols }: Shape): Shape {
  return { rows: components * rows, cols: components * cols };
}

/** Products of these entries as the place prepares them, else as CSR. Errors: `KERNEL.NONE` where no kernel multiplies CSR here. */
export async function mapOfEntries(tools: DeviceTools, coo: AnyCoo): Promise<DeviceMap> {
  const made = isComplex(coo) ? undefined : await tools.prepareMatrix(coo);
  if (made) {
    const { operator, stored } = made;
    return stored ? mapOfMatrix(tools, { shape: coo.shape, ...stored }, operator) : mapOfOperator(operator, coo.shape);
  }
  return mapAsCsr(tools, coo);
}

/** Products of a matrix in CSR that the backend holds. Errors: `KERNEL.NONE`, and those of `symbolic` where it is still to be made. */
export async function mapOfResident(tools: DeviceTools, matrix: ResidentMatrix): Promise<DeviceMap> {
  const { shape } = await matrix.header();
  const kernel = tools.requireKernel({ operation: spmv.id, format: 'csr', options: { transpose: false } });
  return mapOfOperator(await tools.prepare({ operation: spmv, kernel, matrix, precision: tools.precision }), shape);
}

/** Products of these entries as CSR; `share`: their arrays do not change while it is there, and are not copied. Errors: `KERNEL.NONE`. */
export async function mapAsCsr(tools: DeviceTools, coo: AnyCoo, share = false): Promise<DeviceMap> {
  const kernel: Kernel = tools.requireKernel({ operation: spmv.id, format: 'csr', options: { transpose: false } });
  const matrix = buildMatrix(tools.registry.format('csr'), coo, { valueType: tools.valueType, share });
  const operator = await tools.prepare({ operation: spmv, kernel, matrix, precision: tools.precision, share });
  const stored = { shape: shapeIn(tools, coo.shape), format: 'csr', matrix: () => matrix, share };
  return mapOfMatrix(tools, stored, operator);
}
