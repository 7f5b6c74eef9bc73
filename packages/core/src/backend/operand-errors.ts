import type { Precision } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { DenseLayout } from '../operation/operand.ts';
import type { Operation } from '../operation/operation.ts';
import type { BufferSlot, ScalarSlot } from '../operation/signature.ts';
import type { Vector, VectorInternals } from './vector.ts';

type Code = 'LENGTH' | 'LAYOUT' | 'TYPE' | 'SCALAR' | 'ALIASED' | 'FOREIGN';

function operandError(code: Code, message: string, fix: string, details: Readonly<Record<string, unknown>>): SpmvError {
  return new SpmvError(`OPERAND.${code}`, message, { fix, details });
}

function layoutError({ name, layout }: BufferSlot, handle: Vector): SpmvError {
  const batchWords = ({ batch, batchStride }: DenseLayout): string =>
    batch === 1 ? '' : `, ${batch} matrices ${batchStride} elements apart`;
  const words = (l: DenseLayout | undefined): string =>
    l
      ? `${l.rows} × ${l.cols} by ${l.order}s with leading dimension ${l.leadingDimension}${batchWords(l)}`
      : `a vector of ${handle.length}`;
  return operandError(
    'LAYOUT',
    `${name} has to be ${words(layout)}, not ${words(handle.layout)}.`,
    'Make it with backend.dense in this layout, or prepare the operator with its layout.',
    { operand: name, expected: layout, got: handle.layout },
  );
}

/** Whether a dense operand lies as the operator expects it to. */
export function sameLayout({ layout }: BufferSlot, other: Vector['layout']): boolean {
  return (
    layout?.rows === other?.rows &&
    layout?.cols === other?.cols &&
    layout?.order === other?.order &&
    layout?.leadingDimension === other?.leadingDimension &&
    layout?.batch === other?.batch &&
    (layout?.batchStride === other?.batchStride || layout?.batch === 1)
  );
}

/** What is wrong with a vector that is not a valid operand. Throws `LIFETIME.DISPOSED` if it was disposed of and nothing else is wrong. */
export function bufferError(
  slot: BufferSlot,
  handle: Vector,
  internals: VectorInternals | undefined,
  precision: Precision,
): SpmvError {
  const { name, length, size, role } = slot;
  if (!internals) {
    const fix = 'Create it with the backend this operator was prepared on.';
    return operandError('FOREIGN', `${name} is not a vector of this backend.`, fix, { operand: name });
  }
  internals.lifetime.assertAlive();
  if (role === 'dense' && !sameLayout(slot, handle.layout)) return layoutError(slot, handle);
  if (handle.length !== length) {
    return operandError(
      'LENGTH',
      `${name} needs ${length} elements, not ${handle.length}.`,
      `Give ${name} ${size === undefined ? '1 element' : `as many elements as ${size}: ${length}`}.`,
      { operand: name, expected: length, got: handle.length },
    );
  }
  return operandError(
    'TYPE',
    `${name} holds ${handle.precision}, the operator computes in ${precision}.`,
    `Create it with precision '${precision}'.`,
    { operand: name, expected: precision, got: handle.precision },
  );
}

/** What is wrong with a host scalar that is no number: `null` would silently count as 0, and `'2'` as 2. */
export function scalarError(
  slot: ScalarSlot,
  given: unknown,
  all: readonly ScalarSlot[],
  components: 1 | 2,
): SpmvError {
  const kind = given === undefined ? 'nothing' : `a ${typeof given}`;
  const got = given === null ? 'null' : Array.isArray(given) ? 'an array' : kind;
  const defaults = all
    .filter((one) => !Number.isNaN(one.default))
    .map((one, at) => `${one.name} is ${one.default}${at === 0 ? ' then' : ''}`);
  const without = Number.isNaN(slot.default) ? '' : `. You may leave it out: ${defaults.join(', and ')}`;
  return operandError(
    'SCALAR',
    `${slot.name} needs a number${components === 2 ? ' or a pair of numbers' : ''}, not ${got}.`,
    `Give ${slot.name} as a number${components === 2 ? ', or as [real, imaginary]' : ''}${without}.`,
    { operand: slot.name, got },
  );
}

/** Two operands are the same vector although one of them is written. */
export function aliasError(first: string, second: string, written: string): SpmvError {
  const operands = [first, second];
  const message = `${operands.join(' and ')} are the same vector.`;
  return operandError('ALIASED', message, `Give ${written} a separate vector.`, { operands });
}

/** More arguments than the operation has operands. */
export function tooMany({ formula }: Operation, expected: number): SpmvError {
  const message = `${formula} takes ${expected} operands, and more were given.`;
  return operandError('LENGTH', message, 'Leave out the extra operands.', { expected });
}
