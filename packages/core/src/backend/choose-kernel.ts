import type { Precision } from '../data/precision.ts';
import { precisionOf, PRECISIONS } from '../data/precision.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import { NO_MATRIX } from '../format/stored-matrix.ts';
import type { StripedMatrix } from '../format/striped-matrix.ts';
import type { Kernel, KernelPrecision } from '../kernel/kernel.ts';
import { storedPrecision } from '../kernel/kernel.ts';
import type { Operation } from '../operation/operation.ts';
import { operationOptions } from '../operation/operation.ts';
import { kernelsHere, noKernelError } from '../registry/kernels-here.ts';
import type { Registry } from '../registry/registry.ts';
import type { BackendDescriptor, BackendDriver } from './backend-driver.ts';
import { kernelError } from './kernel-obstacle.ts';
import type { PrepareRequest } from './prepare-request.ts';

/** The matrix of a request: whole, or in stripes, which are checked as they are built. */
export type RequestedMatrix = StoredMatrix | StripedMatrix;

/** A matrix that is to be multiplied with; NO_MATRIX where the operation has none. */
export interface WantedMatrix extends Pick<PrepareRequest, 'stored'> {
  readonly precision: Precision;
  readonly matrix: RequestedMatrix;
}

/** Numbers of a value of the matrix. */
export const componentsOf = (matrix: RequestedMatrix): 1 | 2 => ('arrays' in matrix ? (matrix.components ?? 1) : 1);

/** Whether the host has values of this precision as the matrix has its values. */
function holds(matrix: RequestedMatrix, precision: Precision): boolean {
  const { host, components } = PRECISIONS[precision];
  return host === matrix.valueType && components === componentsOf(matrix);
}

/** Which of the kernel's precisions fits the matrix. */
function fitting(kernel: Kernel, { precision, stored, matrix }: WantedMatrix): KernelPrecision | undefined {
  const offered = kernel.precisions.filter((one) => one.precision === precision);
  const fits = (one: KernelPrecision): boolean =>
    (stored === undefined || storedPrecision(one) === stored) &&
    (matrix === NO_MATRIX || holds(matrix, storedPrecision(one)));
  return offered.find((one) => storedPrecision(one) === precision && fits(one)) ?? offered.find(fits);
}

/** The same. Errors: `KERNEL.PRECISION_UNSUPPORTED`. */
export function arithmeticOf(kernel: Kernel, asked: WantedMatrix): KernelPrecision {
  const found = fitting(kernel, asked);
  if (found) return found;
  const { precision, matrix } = asked;
  const stored = asked.stored ?? precision;
  if (matrix !== NO_MATRIX && !holds(matrix, stored)) {
    const { host, components } = PRECISIONS[stored];
    const words = (type: string, count: number): string => (count === 2 ? `complex ${type}` : type);
    throw kernelError(
      'PRECISION_UNSUPPORTED',
      `Precision ${precision} needs a matrix of ${words(host, components)} values, this one holds ${words(matrix.valueType, componentsOf(matrix))}.`,
      components === componentsOf(matrix)
        ? `Build the matrix with valueType '${host}'.`
        : `Build it of ${components === 2 ? 'complex entries, complexCoo(coo)' : 'real entries, realPart(coo)'}, or ask for ${precisionOf(matrix.valueType, componentsOf(matrix))}.`,
    );
  }
  throw kernelError(
    'PRECISION_UNSUPPORTED',
    `Kernel '${kernel.id}' does not compute in ${precision} with values stored in ${stored}.`,
    `Ask for one of: ${kernel.precisions.map((one) => `${one.precision} with ${storedPrecision(one)}`).join(', ')}.`,
  );
}

/** The kernel where none was named: the first that runs here and fits the matrix. Errors: `KERNEL.NONE`, `KERNEL.PRECISION_UNSUPPORTED`. */
export function usualKernel(
  {
    descriptor,
    driver,
    registry,
  }: {
    readonly descriptor: BackendDescriptor;
    readonly driver: BackendDriver;
    readonly registry: Registry | undefined;
  },
  operation: Operation,
  asked: WantedMatrix,
  isUnread: boolean,
): Kernel {
  const { id, targets } = descriptor;
  if (!registry)
    throw kernelError(
      'NONE',
      `Backend '${id}' was opened without a registry, and no kernel was named.`,
      `Open it from a registry, openBackend(registry, '${id}'), or name a kernel.`,
    );
  const { precision, matrix } = asked;
  const place = { registry, id, targets, device: driver.device };
  const format = matrix === NO_MATRIX ? {} : { format: matrix.format };
  const filter = { operation: operation.id, options: operationOptions(operation), precision, ...format };
  const [first, ...others] = kernelsHere(place, filter).filter(({ analyse }) => !isUnread || !analyse);
  if (!first) throw noKernelError(place, filter);
  return [first, ...others].find((kernel) => fitting(kernel, asked)) ?? first;
}

export function checkFormat(kernel: Kernel, { format }: RequestedMatrix): void {
  if (kernel.format === format) return;
  throw kernelError(
    'WRONG_FORMAT',
    `Kernel '${kernel.id}' reads format '${kernel.format}', the matrix is in '${format}'.`,
    `Build the matrix in '${kernel.format}', or choose a kernel of '${format}'.`,
  );
}

/** A kernel that looks at the contents of its matrix has none to look at. Errors: `KERNEL.REFUSED`. */
export function checkUnread(kernel: Kernel): void {
  if (!kernel.analyse) return;
  throw kernelError(
    'REFUSED',
    `Kernel '${kernel.id}' analyses its matrix on the host, and this one is on the device alone.`,
    'Choose a kernel that needs no analysis, or give the matrix that it reads: await operator.read().',
  );
}
