import type { AdviseRequest, BoundChoice, OpenedBackend } from '@spmv/advice';
import { bindAdvised } from '@spmv/advice';
import type { Backend, CooMatrix, Operation, Operator, Params, Precision, Sizes, Vector } from '@spmv/core';
import type { SharedBackends } from './places.ts';

/** What y ← Ax is computed with and nothing else; what is left out is chosen, and so is all for other products (`T`, `multiplyMany`). */
export interface Forced {
  /** The format by its name, `sell`, also one of a plugin. */
  readonly format?: string;
  /** The kernel of y ← Ax by its name, `wasm/sell-simd`; the format is then its own. */
  readonly kernel?: string;
  /** Parameters of format, kernel and backend, `{ C: 8 }`. One that none of them has is an error. */
  readonly params?: Params;
}

/** What a product of a matrix is bound for. */
export interface Bind extends Pick<AdviseRequest, 'examined' | 'experience' | 'products' | 'signal'> {
  readonly operation: Operation;
  readonly options: Params;
  readonly sizes: Sizes;
  readonly coo: CooMatrix;
  readonly places: SharedBackends;
  /** Of the places those that come into question. */
  readonly among: readonly OpenedBackend[];
  readonly precision: Precision;
  /** Most products of trial. */
  readonly trials: number;
  readonly forced?: Forced;
}

/** An operator with operands of its own. */
export interface OperatorWithOperands {
  readonly operator: Operator;
  readonly backend: Backend;
  /** `share`: its arrays stay as they are, and are read where they are. */
  readonly stored?: Exclude<BoundChoice['stored'], undefined> & { readonly share?: boolean };
  /** What is read, and what is written. */
  readonly x: Vector;
  readonly y: Vector;
  dispose(): Promise<void>;
}

/** The same, and how it was chosen. */
export interface BoundAdvised extends Pick<BoundChoice, 'advice' | 'choice'> {
  readonly bound: OperatorWithOperands;
}

/** An operator that is given its operands; where these cannot be made, it is disposed of. Errors: those of `Backend.vector`; the reason of `signal`. */
export async function withOperands(
  { operator, backend, stored }: Pick<OperatorWithOperands, 'operator' | 'backend' | 'stored'>,
  { coo, options, sizes, precision, signal }: Pick<Bind, 'coo' | 'options' | 'sizes' | 'precision' | 'signal'>,
): Promise<OperatorWithOperands> {
  const held: { dispose(): Promise<void> }[] = [operator];
  const dispose = async (): Promise<void> => {
    for (const one of held.toReversed()) await one.dispose();
  };
  try {
    signal?.throwIfAborted();
    const { vectors } = sizes;
    const [read, written] =
      options['transpose'] === true ? [coo.shape.rows, coo.shape.cols] : [coo.shape.cols, coo.shape.rows];
    const make = (length: number): Vector => {
      const vector =
        vectors === undefined ? backend.vector(length, precision) : backend.dense(length, vectors, { precision });
      held.push(vector);
      return vector;
    };
    return { operator, backend, ...(stored ? { stored } : {}), x: make(read), y: make(written), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/**
 * Chooses format, kernel and backend for an operation on a matrix, prepares it, and makes its operands.
 * Errors: `FORMAT.REFUSED` where nothing takes the matrix; those of `Backend.prepare`.
 */
export async function bind({ places, among, forced = {}, ...request }: Bind): Promise<BoundAdvised> {
  const { format, kernel, params } = forced;
  const { advice, choice, ...made } = await bindAdvised({
    ...request,
    registry: places.registry,
    backends: among,
    ...(format === undefined ? {} : { formats: [format] }),
    ...(kernel === undefined ? {} : { kernels: [kernel] }),
    ...(params === undefined ? {} : { params }),
  });
  return { bound: await withOperands(made, request), advice, choice };
}
