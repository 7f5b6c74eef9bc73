import type { BufferSlot, ValueArray, Workload } from '@spmv/core';
import { denseSteps } from '@spmv/core';
import { placed } from '@spmv/engine';
import type { DenseMatrix } from '@spmv/mmio';
import { usageError } from '../../cli-error.ts';
import type { ReadProblem } from '../../session/load-problem.ts';

/** The operand that is handed out: the one that a product writes. Errors: usage where there are several, or several matrices of it. */
export function writtenSlot({ operation, signature }: Workload): BufferSlot {
  const written = signature.buffers.filter(({ access }) => access !== 'read');
  const [slot] = written;
  if (slot && written.length === 1 && (slot.layout?.batch ?? 1) === 1) return slot;
  throw usageError(
    `Operation '${operation.id}' writes ${slot && written.length === 1 ? `${slot.layout?.batch ?? 1} matrices ${slot.name}` : written.map(({ name }) => name).join(' and ')}, and a file holds one.`,
    'Choose another operation or another size; the library computes all of them.',
  );
}

/** n numbers that are 1. */
function ones(n: number, components: 1 | 2): Float64Array {
  return Float64Array.from({ length: components * n }, (_, k) => (k % components === 0 ? 1 : 0));
}

/** What an operand holds before the product. Errors: usage for one that is read and was not given, but vectors, which are ones. */
export function contentsOf(
  slot: BufferSlot,
  { workload, given }: ReadProblem,
  unread: ReadonlySet<string>,
): Float64Array {
  const { name, access, role, factor, length } = slot;
  const { components } = workload;
  if (unread.has(name)) return new Float64Array(components * length);
  const own = given[name];
  if (own) return placed(slot, own, components);
  if (access === 'read' && role !== 'dense') return ones(length, components);
  const scale = workload.signature.scalars[factor]?.name;
  throw usageError(
    scale === undefined
      ? `${name} of operation '${workload.operation.id}' is read, but it was not given.`
      : `${scale} is not 0, so ${name} is read, but no ${name} was given.`,
    `Give --operand ${name}=FILE${scale === undefined ? ' or a generator, gen:dense' : `, or leave --${scale} at 0`}.`,
  );
}

/** What was written, as files and documents have it: a vector, or a dense matrix by rows. */
export type MultiplyResult = ValueArray | DenseMatrix;

/** What lies in memory in this form; pairs stay pairs. */
export function resultOf({ layout }: BufferSlot, values: ValueArray, components: 1 | 2): MultiplyResult {
  if (!layout) return values;
  const { rows, cols } = layout;
  const steps = denseSteps(layout);
  const packed = new Float64Array(components * rows * cols);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++)
      for (let c = 0; c < components; c++)
        packed[components * (i * cols + j) + c] = values[components * (i * steps.row + j * steps.col) + c] as number;
  return { rows, cols, values: packed };
}
