import type { DeviceInfo } from '../backend/device-info.ts';
import type { StoredMatrixHeader } from '../format/stored-matrix.ts';
import type { Sizes } from '../operation/operand.ts';
import type { Operation } from '../operation/operation.ts';
import { operationOptions } from '../operation/operation.ts';
import type { DenseRequest } from '../operation/signature.ts';
import { signatureOf } from '../operation/signature.ts';
import type { Kernel, KernelContext, KernelPrecision } from './kernel.ts';

/** What a kernel's launch is decided from, besides the operation and the kernel. */
export interface KernelPlace {
  readonly matrix: StoredMatrixHeader;
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

/** The context that `Backend.prepare` gives a kernel, for those who enumerate its parameters. Errors: `OPERATION.INVALID`, `OPERAND.LAYOUT`. */
export function kernelContext(
  operation: Operation,
  kernel: Pick<Kernel, 'options'>,
  place: KernelPlace,
): KernelContext {
  const { matrix, device, precision } = place;
  const sizes = sizesOf(operation, matrix, place.sizes);
  const { buffers } = signatureOf(operation, operationOptions(operation, kernel.options), sizes, place.layouts);
  const layouts = Object.fromEntries(buffers.flatMap(({ name, layout }) => (layout ? [[name, layout]] : [])));
  return { matrix, device, precision, sizes, layouts };
}
