import { isComplex } from '../data/coo.ts';
import { elementTypeOf } from '../data/element.ts';
import { PRECISIONS, storedElementBytes } from '../data/precision.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import { storageBytes } from '../format/stored-matrix.ts';
import type { Cut } from '../format/striped-matrix.ts';
import { buildStripes } from '../format/striped-matrix.ts';
import type { KernelPrecision } from '../kernel/kernel.ts';
import { storedPrecision } from '../kernel/kernel.ts';
import type { Workload } from '../operation/workload.ts';
import type { DeviceInfo } from './device-info.ts';
import type { PrepareRequest } from './prepare-request.ts';

/** Share of a device's memory that a matrix and its operands may take: what kernels add to a matrix, and the driver, need the rest. */
const MOST_OF_MEMORY = 0.9;

/**
 * How a matrix that takes `bytes` beside operands of `operandBytes`, and `arrayBytes` in its largest array, has to be cut for a device: undefined where the device
 * holds it whole, or takes no stripes (`maxStripeBytes` is not among its limits).
 */
export function cutFor(
  { limits }: Pick<DeviceInfo, 'limits'>,
  bytes: number,
  operandBytes: number,
  arrayBytes = 0,
): Cut | undefined {
  const { memoryBytes = Infinity, maxBindingBytes = Infinity, maxStripeBytes } = limits;
  if (maxStripeBytes === undefined) return undefined;
  const fits = bytes + operandBytes <= MOST_OF_MEMORY * memoryBytes && arrayBytes <= maxBindingBytes;
  return fits ? undefined : { maxStripeBytes };
}

/**
 * The matrix of a request to `Backend.prepare`: as it was built where the device holds it, else the same entries in stripes of the same format and parameters.
 * `matrix` was built of the workload's entries in `format`; complex ones are not cut. Errors: those of `buildStripes`.
 */
export function matrixFor(
  device: DeviceInfo,
  { coo, signature }: Pick<Workload, 'coo' | 'signature'>,
  format: SparseFormat,
  matrix: StoredMatrix,
  arithmetic: KernelPrecision,
): Pick<PrepareRequest, 'matrix' | 'stripes'> {
  const precision = storedPrecision(arithmetic);
  const { storedBytes } = PRECISIONS[arithmetic.precision];
  const operandBytes = signature.buffers.reduce((sum, { length }) => sum + length * storedBytes, 0);
  const arrayBytes = Object.values(matrix.arrays).map((array) => {
    const element = elementTypeOf(array);
    return element === undefined ? array.byteLength : array.length * storedElementBytes(element, precision);
  });
  const cut = cutFor(device, storageBytes(matrix, precision), operandBytes, Math.max(0, ...arrayBytes));
  if (!cut || !coo || isComplex(coo)) return { matrix };
  return { stripes: buildStripes(format, coo, cut, { params: matrix.params, precision }) };
}
