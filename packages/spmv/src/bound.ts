import type { Advice, Advised, Experience } from '@spmv/advice';
import { adviseAndPrepare } from '@spmv/advice';
import type { Backend, CooMatrix, Operation, Operator, Params, Precision, Sizes, Vector } from '@spmv/core';
import { buildMatrix, SpmvError } from '@spmv/core';
import type { Place, Places } from './places.ts';

/** What a product of a matrix is bound for. */
export interface Bind {
  readonly operation: Operation;
  readonly options: Params;
  readonly sizes: Sizes;
  readonly coo: CooMatrix;
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
  /** What is read, and what is written. */
  readonly x: Vector;
  readonly y: Vector;
  dispose(): Promise<void>;
}

/** What was chosen. Errors: `FORMAT.REFUSED` where everything was refused. */
function choiceOf({ choice, refused }: Advice): Advised {
  if (choice) return choice;
  const [first] = refused;
  throw new SpmvError(
    'FORMAT.REFUSED',
    `No kernel takes this matrix: ${first ? `${first.format} on ${first.backend}: ${first.reason}` : 'no plugin brings one'}.`,
    {
      fix: first?.fix ?? 'Give plugins with formats and kernels.',
      details: {
        refused: refused.map(({ backend, format, kernel, reason }) => ({ backend, format, kernel, reason })),
      },
    },
  );
}

/** The operator of a choice that no trial has prepared. */
function prepare(
  { coo, places: { registry }, operation, sizes }: Bind,
  backend: Backend,
  { kernel, format, precision, stored, formatParams, kernelParams, launchParams }: Advised,
): Promise<Operator> {
  const matrix = buildMatrix(registry.format(format), coo, {
    params: formatParams,
    valueType: (stored ?? precision) === 'f32' ? 'f32' : 'f64',
    share: true,
  });
  return backend.prepare({
    operation,
    matrix,
    kernel: registry.kernel(kernel),
    precision,
    ...(stored === undefined ? {} : { stored }),
    sizes,
    params: { ...kernelParams, ...launchParams },
  });
}

/**
 * Chooses format, kernel and backend for an operation on a matrix, prepares it, and makes its operands.
 * Errors: `FORMAT.REFUSED` where nothing takes the matrix; those of `Backend.prepare`.
 */
export async function bind(
  request: Bind,
): Promise<{ readonly bound: Bound; readonly advice: Advice; readonly choice: Advised }> {
  const { coo, places, among, operation, options, sizes, precision, trials, products, signal, experience } = request;
  const { advice, operator: made } = await adviseAndPrepare({
    registry: places.registry,
    backends: among,
    coo,
    operation,
    options,
    sizes,
    precision,
    trials,
    experience,
    ...(products === undefined ? {} : { products }),
    ...(signal ? { signal } : {}),
  });
  signal?.throwIfAborted();
  const choice = choiceOf(advice);
  const { backend } = places.opened.find(({ descriptor }) => descriptor.id === choice.backend) as Place;
  const operator = made ?? (await prepare(request, backend, choice));
  const held: { dispose(): Promise<void> }[] = [operator];
  const dispose = async (): Promise<void> => {
    for (const one of held.toReversed()) await one.dispose();
  };
  try {
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
    return { bound: { operator, backend, x: await make(read), y: await make(written), dispose }, advice, choice };
  } catch (error) {
    await dispose();
    throw error;
  }
}
