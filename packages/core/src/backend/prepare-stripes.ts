import type { RowStripe } from '../data/row-stripe.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { StoredMatrixHeader } from '../format/stored-matrix.ts';
import type { StripedMatrix } from '../format/striped-matrix.ts';
import type { Operand } from '../operation/operand.ts';
import { denseSteps } from '../operation/operand.ts';
import { operationOptions } from '../operation/operation.ts';
import type { Signature } from '../operation/signature.ts';
import type { Params } from '../params/param-space.ts';
import type { BackendDescriptor, BackendDriver, StripeRequest, StripedRequest } from './backend-driver.ts';
import type { Binding } from './bind-request.ts';
import { partRequest } from './bind-request.ts';
import { checkedMatrix } from './checked-matrix.ts';
import type { KernelRequest } from './prepare-request.ts';

/** The whole matrix without its arrays, which nobody has. */
export function headerOfStripes({ format, shape, nnz, valueType, params }: StripedMatrix): StoredMatrixHeader {
  return { format, shape, nnz, valueType, params, scalars: {}, lengths: {} };
}

/** Whether an operand has an element, a row or a column for each row of the matrix, or is none in memory. */
function isCut(operand: Operand): boolean {
  if (operand.role === 'vector') return operand.length === 'rows';
  if (operand.role === 'dense') return operand.rows === 'rows' || operand.cols === 'rows';
  return false;
}

/** Whether it has the size of something that a stripe has less of. */
function countsEntries(operand: Operand): boolean {
  if (operand.role === 'vector') return operand.length === 'nnz';
  return operand.role === 'dense' && [operand.rows, operand.cols].includes('nnz');
}

/**
 * Errors: `BACKEND.LIMIT` where the backend takes every matrix whole; `KERNEL.REFUSED` for an operation that writes what all rows have a part in: its
 * stripes would have to be added up.
 */
export function checkStripes(
  descriptor: BackendDescriptor,
  driver: BackendDriver,
  { operation, kernel }: Pick<KernelRequest, 'operation' | 'kernel'>,
): void {
  if (!driver.prepareStripes) {
    throw new SpmvError('BACKEND.LIMIT', `Backend '${descriptor.id}' takes a matrix whole, not in stripes of rows.`, {
      fix: 'Build it with buildMatrix and give it as `matrix`, or choose a backend of a device.',
      details: { backend: descriptor.id },
    });
  }
  const operands = operation.operands(operationOptions(operation, kernel.options));
  const shared = operands.find(
    (operand) =>
      operand.role !== 'matrix' &&
      operand.role !== 'scalar' &&
      (countsEntries(operand) || (operand.access !== 'read' && !isCut(operand))),
  );
  if (!shared) return;
  throw new SpmvError(
    'KERNEL.REFUSED',
    `Kernel '${kernel.id}' cannot take the matrix in stripes of rows: every stripe has a part in all of ${shared.name}.`,
    {
      fix: 'Choose a variant that writes one result for each row (without transposition: store the transposed matrix), or a device that holds the matrix whole.',
      details: { kernel: kernel.id, operand: shared.name },
    },
  );
}

/** Elements before row `begin` in each operand in memory. */
function offsetsOf(operands: readonly Operand[], { buffers }: Signature, begin: number): readonly number[] {
  return buffers.map(({ name, layout }) => {
    const operand = operands.find((one) => one.name === name);
    if (!operand || !isCut(operand)) return 0;
    if (!layout || operand.role !== 'dense') return begin;
    const { row, col } = denseSteps(layout);
    return begin * (operand.rows === 'rows' ? row : col);
  });
}

/** Stripes as a driver takes them, with the parameters of the first: those of the others may be other ones where nobody gave them. */
export function stripedRequest(
  binding: Binding,
  striped: StripedMatrix,
): StripedRequest & { readonly kernelParams: Params } {
  const { request, precision, signature } = binding;
  const { operation, kernel } = request;
  const operands = operation.operands(operationOptions(operation, kernel.options));
  const at = (index: number): StripeRequest => {
    const { matrix: _, ...rest } = request;
    const matrix = checkedMatrix({ ...rest, matrix: striped.build(index) });
    const own = partRequest(binding, matrix, request.sizes);
    const rows = striped.stripes[index] as RowStripe;
    return { ...own, ...rows, offsets: offsetsOf(operands, signature, rows.begin) };
  };
  let first: Params | undefined;
  return {
    signature,
    kernel,
    precision,
    count: striped.stripes.length,
    bytes: striped.bytes,
    get kernelParams() {
      return first ?? binding.given;
    },
    at(index) {
      const stripe = at(index);
      first ??= stripe.kernelParams;
      return stripe;
    },
  };
}
