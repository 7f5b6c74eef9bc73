import type { AnyCoo } from '../data/coo.ts';
import { isComplex } from '../data/coo.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import { NO_MATRIX } from '../format/stored-matrix.ts';
import { sizesOf } from '../kernel/kernel-context.ts';
import type { KernelPrecision } from '../kernel/kernel.ts';
import { storedPrecision } from '../kernel/kernel.ts';
import type { Reference } from '../oracle/reference.ts';
import type { Params } from '../params/param-space.ts';
import type { Sizes } from './operand.ts';
import type { Operation } from './operation.ts';
import { imaginaryOf, isZeroScalar } from './host-scalar.ts';
import { operationOptions } from './operation.ts';
import type { DenseRequest, Signature } from './signature.ts';
import { layoutsOf, signatureOf } from './signature.ts';

/** An operation on one matrix, or on none: many kernels, formats and devices compute it, and their results are compared with its reference. */
export interface Workload {
  readonly operation: Operation;
  readonly options: Params;
  /** Sizes of the operation's own. */
  readonly ownSizes: Sizes;
  /** All sizes, those of the matrix among them. */
  readonly sizes: Sizes;
  readonly layouts: Readonly<Record<string, DenseRequest>>;
  readonly signature: Signature;
  /** The entries; absent when the operation has no matrix. */
  readonly coo: AnyCoo | undefined;
  /** Numbers of an element of the matrix and of every operand: 2 where they are complex. */
  readonly components: 1 | 2;
}

/** What a workload is made of. What is left out takes its default. */
export interface WorkloadParts {
  readonly options?: Params;
  readonly sizes?: Sizes;
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
}

/** A workload. Errors: `OPERATION.INVALID`, `OPERAND.LAYOUT`. */
export function createWorkload(operation: Operation, coo: AnyCoo | undefined, parts: WorkloadParts = {}): Workload {
  const { sizes: ownSizes = {}, layouts = {} } = parts;
  const options = operationOptions(operation, parts.options);
  const matrix = coo ? { shape: coo.shape, nnz: coo.colIndex.length } : NO_MATRIX;
  const sizes = sizesOf(operation, matrix, ownSizes);
  return {
    operation,
    options,
    ownSizes,
    sizes,
    layouts,
    signature: signatureOf(operation, options, sizes, layouts),
    coo,
    components: coo?.components ?? 1,
  };
}

/** Names of the operands that a product writes. */
export function writtenOperands({ signature }: Pick<Workload, 'signature'>): readonly string[] {
  return signature.buffers.filter(({ access }) => access !== 'read').map(({ name }) => name);
}

/** Operands whose contents before a product do not matter, because it writes them without reading them: their factor is 0. */
export function unreadOperands(
  { signature: { buffers, scalars } }: Pick<Workload, 'signature'>,
  values: Readonly<Record<string, number>>,
): ReadonlySet<string> {
  const isZero = (factor: number): boolean => isZeroScalar(values, scalars[factor]?.name ?? '');
  const unread = buffers.filter(({ access, factor }) => access === 'write' || (access === 'update' && isZero(factor)));
  return new Set(unread.map(({ name }) => name));
}

/** The host scalars of an operation: as given, with imaginary parts where these are given, else their defaults, else 1. */
export function scalarValues(
  { signature }: Pick<Workload, 'signature'>,
  given: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    signature.scalars.flatMap(({ name, default: value }): readonly (readonly [string, number])[] => {
      const imaginary = given[imaginaryOf(name)];
      return [
        [name, given[name] ?? (Number.isNaN(value) ? 1 : value)],
        ...(imaginary === undefined ? [] : [[imaginaryOf(name), imaginary] as const]),
      ];
    }),
  );
}

/** What a product is given, in the order of the operation, of operands and scalars by name. */
export function operandList(
  { signature: { buffers, scalars, places } }: Pick<Workload, 'signature'>,
  handles: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, number>>,
): readonly unknown[] {
  return places.map((place) => {
    if (place >= 0) return handles[buffers[place]?.name ?? ''];
    const { name = '' } = scalars[-1 - place] ?? {};
    const imaginary = values[imaginaryOf(name)];
    return imaginary === undefined ? values[name] : [values[name], imaginary];
  });
}

/** What the written operands should hold after a product, by name. */
export function referencesOf(
  { operation, options, sizes, signature, coo }: Workload,
  buffers: Readonly<Record<string, ValueArray>>,
  scalars: Readonly<Record<string, number>>,
  precision: KernelPrecision,
  elements?: Readonly<Record<string, Int32Array>>,
): Readonly<Record<string, Reference>> {
  const stored = storedPrecision(precision);
  const problem = {
    options,
    sizes,
    layouts: layoutsOf(signature),
    buffers,
    scalars,
    precision: precision.precision,
    stored,
    ...(elements ? { elements } : {}),
  };
  return operation.reference({ ...problem, ...(coo && (isComplex(coo) ? { complex: coo } : { matrix: coo })) });
}

/** What one product costs at least, besides the matrix. */
export interface Work {
  readonly flops: number;
  /** Every operand read once, every written one written once. */
  readonly operandBytes: number;
}

/** The work of one product with these host scalars: of complex numbers, four real products and as many sums in the place of one. */
export function workOf(workload: Workload, scalars: Readonly<Record<string, number>>, precision: Precision): Work {
  const { operation, options, sizes, signature } = workload;
  const unread = unreadOperands(workload, scalars);
  const moved = signature.buffers.reduce((sum, { name, access, length }) => {
    const times = (access === 'read' ? 0 : 1) + (unread.has(name) ? 0 : 1);
    return sum + times * length;
  }, 0);
  const { components, storedBytes } = PRECISIONS[precision];
  return { flops: components ** 2 * operation.flops(sizes, options), operandBytes: moved * storedBytes };
}
