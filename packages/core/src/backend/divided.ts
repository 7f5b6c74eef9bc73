import { SpmvError } from '../errors/spmv-error.ts';
import { formatBuilt } from '../format/built-mark.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import { NO_MATRIX } from '../format/stored-matrix.ts';
import type { StripeRule } from '../format/stored-stripes.ts';
import { stripesOfStored } from '../format/stored-stripes.ts';
import type { Operand } from '../operation/operand.ts';
import type { Sharing } from '../operation/operation.ts';
import { operationOptions } from '../operation/operation.ts';
import type { DividedRequest, SharedRequest } from './backend-driver.ts';
import type { Binding } from './bind-request.ts';
import { partRequest } from './bind-request.ts';

const OF_MATRIX: ReadonlySet<string> = new Set(['rows', 'cols', 'nnz']);

/** The size that counts the elements of a vector or the rows of a dense operand, and others that it has. */
function sizesIn(operand: Operand): { readonly first: string | undefined; readonly others: readonly string[] } {
  if (operand.role === 'vector') return { first: operand.length, others: [] };
  if (operand.role !== 'dense') return { first: undefined, others: [] };
  const { rows, cols, batch } = operand;
  // The rows of a batch are not together.
  return batch === undefined ? { first: rows, others: [cols] } : { first: undefined, others: [rows, cols, batch] };
}

function alongOf(operand: Operand): DividedRequest['along'][number] {
  const { first, others } = sizesIn(operand);
  if (first === 'nnz' || others.some((size) => OF_MATRIX.has(size))) return undefined;
  return first === 'rows' || first === 'cols' ? first : 'whole';
}

function inMemory({ request: { operation, kernel } }: Binding): readonly Operand[] {
  return operation
    .operands(operationOptions(operation, kernel.options))
    .filter(({ role }) => role !== 'matrix' && role !== 'scalar');
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
export function dividedRequest(binding: Binding, matrix: StoredMatrix, rule: StripeRule): DividedRequest {
  const { request, precision, context, signature } = binding;
  const operands = inMemory(binding);
  const along = operands.map(alongOf);
  // Only what is read by columns may have to be copied first, and what is added up by columns would be added up once more for each part.
  const isOnlyRead = operands.every(
    (operand, place) => along[place] !== 'cols' || ('access' in operand && operand.access === 'read'),
  );
  const { apart: _, ...asWhole } = rule;
  const stripes = stripesOfStored(
    formatOf(request.format, matrix),
    matrix,
    isOnlyRead && along.includes('cols') ? rule : asWhole,
  );
  return {
    signature,
    sizes: context.sizes,
    kernel: request.kernel,
    precision,
    along,
    stripes: stripes.map(({ parts, ...stripe }) => ({
      ...stripe,
      parts: parts.map(({ matrix: part, ...rows }) => ({ ...partRequest(binding, part, request.sizes), ...rows })),
    })),
  };
}

/** Whether a part of `size` is a part of the operand. Errors: `KERNEL.REFUSED` where its columns or its batch would have to be divided. */
function isDivided({ request: { operation, kernel } }: Binding, operand: Operand, size: string): boolean {
  const { first, others } = sizesIn(operand);
  if (!others.includes(size)) return first === size;
  throw new SpmvError(
    'KERNEL.REFUSED',
    `Kernel '${kernel.id}' does not run on several devices: '${size}' of operation '${operation.id}' is divided between them, and operand '${operand.name}' has it otherwise than along its rows.`,
    {
      fix: 'Open one device (device: "0") for it, or take a variant of the operation that stores the operand by its rows.',
      details: { kernel: kernel.id, operand: operand.name, size },
    },
  );
}

/** The request of a product without a matrix, for a whole and for any part of it. Errors: `KERNEL.REFUSED`. */
export function sharedRequest(binding: Binding, sharing: Sharing): SharedRequest {
  const { request, precision, context, signature } = binding;
  const size = sharing.kind === 'elements' ? sharing.size : undefined;
  return {
    signature,
    sizes: context.sizes,
    kernel: request.kernel,
    precision,
    divided:
      size === undefined
        ? undefined
        : {
            length: context.sizes[size] as number,
            along: inMemory(binding).map((operand) => isDivided(binding, operand, size)),
          },
    at(length) {
      const part = size === undefined || length === undefined ? {} : { [size]: length };
      return partRequest(binding, NO_MATRIX, { ...request.sizes, ...part });
    },
  };
}
