import type { Advice, Advised, BoundChoice, Examined, Experience } from '@spmv/advice';
import { bindAdvised } from '@spmv/advice';
import type { Backend, CooMatrix, Operation, Operator, Params, Precision, Sizes, Vector } from '@spmv/core';
import type { Place, Places } from './places.ts';

/** What a product of a matrix is bound for. */
export interface Bind {
  readonly operation: Operation;
  readonly options: Params;
  readonly sizes: Sizes;
  readonly coo: CooMatrix;
  /** What is known of it. */
  readonly examined?: Examined;
  readonly places: Places;
  /** Of the places those that come into question. */
  readonly among: readonly Place[];
  readonly precision: Precision;
  readonly experience: Experience;
  /** Most products of trial. */
  readonly trials: number;
  readonly products?: number;
  readonly signal?: AbortSignal;
}

/** An operator with operands of its own. */
export interface Bound {
  readonly operator: Operator;
  readonly backend: Backend;
  readonly stored?: Exclude<BoundChoice['stored'], undefined>;
  /** What is read, and what is written. */
  readonly x: Vector;
  readonly y: Vector;
  dispose(): Promise<void>;
}

/**
 * Chooses format, kernel and backend for an operation on a matrix, prepares it, and makes its operands.
 * Errors: `FORMAT.REFUSED` where nothing takes the matrix; those of `Backend.prepare`.
 */
export async function bind(
  request: Bind,
): Promise<{ readonly bound: Bound; readonly advice: Advice; readonly choice: Advised }> {
  const { coo, places, among, operation, options, sizes, precision, trials, products, signal, experience } = request;
  const { examined } = request;
  const { advice, choice, backend, operator, stored } = await bindAdvised({
    registry: places.registry,
    backends: among,
    coo,
    operation,
    options,
    sizes,
    precision,
    trials,
    experience,
    ...(examined ? { examined } : {}),
    ...(products === undefined ? {} : { products }),
    ...(signal ? { signal } : {}),
  });
  const held: { dispose(): Promise<void> }[] = [operator];
  const dispose = async (): Promise<void> => {
    for (const one of held.toReversed()) await one.dispose();
  };
  try {
    signal?.throwIfAborted();
    const { vectors } = sizes;
    const [read, written] =
      options['transpose'] === true ? [coo.shape.rows, coo.shape.cols] : [coo.shape.cols, coo.shape.rows];
    const make = async (length: number): Promise<Vector> => {
      const vector = await (vectors === undefined
        ? backend.vector(length, precision)
        : backend.dense(length, vectors, { precision }));
      held.push(vector);
      return vector;
    };
    const bound = {
      operator,
      backend,
      ...(stored ? { stored } : {}),
      x: await make(read),
      y: await make(written),
      dispose,
    };
    return { bound, advice, choice };
  } catch (error) {
    await dispose();
    throw error;
  }
}
