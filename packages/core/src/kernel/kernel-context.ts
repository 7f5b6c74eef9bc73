import type { DeviceInfo } from '../backend/device-info.ts';
import type { StoredMatrixHeader } from '../format/stored-matrix.ts';
import { NO_MATRIX, headerOf } from '../format/stored-matrix.ts';
import type { Sizes } from '../operation/operand.ts';
import type { Operation } from '../operation/operation.ts';
import { operationOptions } from '../operation/operation.ts';
import type { DenseRequest, Signature } from '../operation/signature.ts';
import { layoutsOf, signatureOf } from '../operation/signature.ts';
import type { Kernel, KernelContext, KernelPrecision } from './kernel.ts';

/** What a kernel's launch is decided from, besides the operation and the kernel. */
export interface KernelPlace {
  /** Left out where the operation has none. */
  readonly matrix?: StoredMatrixHeader;
  readonly device: DeviceInfo;
  readonly precision: KernelPrecision;
  /** Sizes of the operation's own; those left out have their defaults. */
  readonly sizes?: Sizes;
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
}

/** All sizes of a product: those of the matrix, and the operation's own. */
export function sizesOf(
  operation: Operation,
  { shape, nnz }: Pick<StoredMatrixHeader, 'shape' | 'nnz'>,
  own: Sizes = {},
): Sizes {
  const defaults = Object.fromEntries(Object.entries(operation.sizes).map(([name, size]) => [name, size.default]));
  return { ...shape, nnz, ...defaults, ...own };
}

/** What a kernel is told of an operator, and what each of its products is given. */
export interface KernelBinding {
  readonly context: KernelContext;
  readonly signature: Signature;
}

/** The binding of a kernel at a place. Errors: `OPERATION.INVALID`, `OPERAND.LAYOUT`. */
export function bindKernel(operation: Operation, kernel: Pick<Kernel, 'options'>, place: KernelPlace): KernelBinding {
  const { matrix = headerOf(NO_MATRIX), device, precision } = place;
  const sizes = sizesOf(operation, matrix, place.sizes);
  const signature = signatureOf(operation, operationOptions(operation, kernel.options), sizes, place.layouts);
  return { context: { matrix, device, precision, sizes, layouts: layoutsOf(signature) }, signature };
}

/** The context that `Backend.prepare` gives a kernel, for those who enumerate its parameters. Errors: `OPERATION.INVALID`, `OPERAND.LAYOUT`. */
export function kernelContext(
  operation: Operation,
  kernel: Pick<Kernel, 'options'>,
  place: KernelPlace,
): KernelContext {
  return bindKernel(operation, kernel, place).context;
}
