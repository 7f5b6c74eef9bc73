import { SpmvError } from '../errors/spmv-error.ts';
import { formatBuilt } from '../format/built-mark.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import type { StripeRule } from '../format/stored-stripes.ts';
import { stripesOfStored } from '../format/stored-stripes.ts';
import type { KernelBinding } from '../kernel/kernel-context.ts';
import type { Operand } from '../operation/operand.ts';
import { operationOptions } from '../operation/operation.ts';
import type { DividedRequest } from './backend-driver.ts';
import type { Binding } from './bind-request.ts';
import type { PrepareRequest } from './prepare-request.ts';
import { partRequest } from './prepare-stripes.ts';

const OF_MATRIX: ReadonlySet<string> = new Set(['rows', 'cols', 'nnz']);

function alongOf(operand: Operand): 'rows' | 'cols' | undefined {
  if (operand.role === 'dense' && (operand.batch !== undefined || OF_MATRIX.has(operand.cols))) return undefined;
  const size = operand.role === 'vector' ? operand.length : operand.role === 'dense' ? operand.rows : undefined;
  return size === 'rows' || size === 'cols' ? size : undefined;
}

function formatOf(given: SparseFormat | undefined, matrix: StoredMatrix): SparseFormat {
  const format = given ?? formatBuilt(matrix);
  if (format) return format;
  throw new SpmvError(
    'FORMAT.UNCHECKED',
    'The matrix was not built by buildMatrix, and it cannot be divided between devices without its format.',
    { fix: "Pass its format too (format: registry.format('csr')), or open one device." },
  );
}

/** The request of a whole product as one for each stripe of its matrix. Errors: as of `stripesOfStored`, `FORMAT.UNCHECKED`, `PARAM.*`. */
export function dividedRequest(
  binding: Binding,
  request: PrepareRequest,
  matrix: StoredMatrix,
  { context, signature }: KernelBinding,
  rule: StripeRule,
): DividedRequest {
  const { operation, kernel, precision } = binding;
  const inMemory = operation
    .operands(operationOptions(operation, kernel.options))
    .filter(({ role }) => role !== 'matrix' && role !== 'scalar');
  return {
    signature,
    sizes: context.sizes,
    kernel,
    precision,
    along: inMemory.map(alongOf),
    stripes: stripesOfStored(formatOf(request.format, matrix), matrix, rule).map(
      ({ begin, end, columns, matrix: part }) => ({
        ...partRequest(binding, part, { device: context.device, sizes: request.sizes ?? {}, signature }),
        rows: { begin, end },
        columns,
      }),
    ),
  };
}
