import type {
  Backend,
  Kernel,
  Operation,
  Operator,
  Precision,
  Product,
  Registry,
  Sequence,
  StoredMatrix,
  Vector,
} from '@spmv/core';
import { PRECISIONS, product, valueArray } from '@spmv/core';
import { fused } from '@spmv/fused';
import { advance, dots, hadamard, linear, scalar } from '@spmv/vectors';

/** What an iteration is made of. */
export interface Parts {
  readonly backend: Backend;
  readonly registry: Registry;
  readonly matrix: StoredMatrix;
  readonly precision: Precision;
  /** Language of the kernels. */
  readonly target: string;
  readonly b: Float64Array;
  /** Reciprocals of the diagonal for Jacobi; without them there is no preconditioner. */
  readonly inverse?: Float64Array;
  /** Parameters of the backend: threads. */
  readonly launch: Readonly<Record<string, number>>;
}

/** Conjugate gradients over vectors of a backend, ready to be timed. */
export interface Iterations {
  /** x = 0, r = p = b. */
  readonly begin: Sequence;
  /** Two iterations: the numbers of one are the old numbers of the other. */
  readonly pair: Sequence;
  /** One iteration, step by step. */
  readonly steps: readonly (readonly [name: string, product: Product])[];
  /** ‖r‖² as it was updated, ‖b − Ax‖² computed anew, and the last step: 0 where an iteration did nothing. */
  check(): Promise<{ readonly updated: number; readonly anew: number; readonly step: number }>;
  readonly kernels: readonly string[];
}

/** Bytes of one iteration: the format's arrays, x and y of the product, and 64 of vectors for each row in f64, 88 with Jacobi. */
export function iterationBytes({
  matrix,
  precision,
  inverse,
}: Pick<Parts, 'matrix' | 'precision' | 'inverse'>): number {
  const { rows, cols } = matrix.shape;
  const stored = Object.values(matrix.arrays).reduce((sum, array) => sum + array.byteLength, 0);
  return stored + PRECISIONS[precision].storedBytes * (rows + cols + (inverse ? 11 : 8) * rows);
}

export async function prepareIterations(parts: Parts): Promise<Iterations> {
  const { backend, registry, matrix, precision, target, b, inverse, launch } = parts;
  const n = matrix.shape.rows;
  const kernels: string[] = [];
  const prepare = async (
    operation: Operation,
    variant: string,
    request: { readonly matrix?: StoredMatrix; readonly sizes?: Readonly<Record<string, number>> },
  ): Promise<Operator> => {
    const kernel: Kernel = registry.kernel(`${target}/${variant}`);
    kernels.push(kernel.id);
    return backend.prepare({ operation, kernel, precision, params: launch, ...request });
  };
  const onVectors = (operation: Operation, ending?: string): Promise<Operator> =>
    prepare(operation, [operation.id, ...(ending === undefined ? [] : [ending])].join('-'), { sizes: { n } });
  const numbers = (form: string): Promise<Operator> => prepare(scalar, `scalar-${form}`, {});
  const vector = (values: ArrayLike<number>): Promise<Vector> => {
    const host = valueArray(PRECISIONS[precision].host, values.length);
    host.set(values);
    return backend.vector(host, precision);
  };
  const zeros = (): Promise<Vector> => backend.vector(n, precision);
  const number = (value = 0): Promise<Vector> => vector([value]);

  const multiply = await prepare(fused, `fused-${matrix.format}-dot`, { matrix });
  const residual = await prepare(fused, `fused-${matrix.format}-norm`, { matrix });
  const copies = await onVectors(linear, 'none');
  const updates = await onVectors(linear, 'norm');
  const steps = await onVectors(advance);
  const sums = await onVectors(dots, 'dot');
  const conditions = await onVectors(hadamard, 'dot');
  const quotient = await numbers('quotient');

  const [x, r, p, q, w, right] = [
    await zeros(),
    await zeros(),
    await zeros(),
    await zeros(),
    await zeros(),
    await vector(b),
  ];
  const z = inverse ? await zeros() : r;
  const diagonal = inverse ? await vector(inverse) : undefined;
  const one = await number(1);
  const [curvature, step, share, size, anew] = [
    await number(),
    await number(),
    await number(),
    await number(),
    await number(),
  ];
  const rhos = [await number(), await number()] as const;

  const preconditioned = (rho: Vector): readonly (readonly [string, Product])[] =>
    diagonal ? [['z = d o r, rz', product(conditions, diagonal, r, z, rho)]] : [];
  const iteration = (rho: Vector, next: Vector): readonly (readonly [string, Product])[] => [
    ['q = Ap, pq', product(multiply, p, q, p, curvature)],
    ['a = rho / pq', product(quotient, rho, curvature, step)],
    ['r = r - aq, rr', product(updates, q, step, r, one, diagonal ? size : next, -1, 1)],
    ...preconditioned(next),
    ['b = rho / rho', product(quotient, next, rho, share)],
    ['x = x + ap, p = z + bp', product(steps, p, step, x, z, share)],
  ];
  const copied = (from: Vector, to: Vector): Product => product(copies, from, one, to, one, 1, 0);
  const begin = await backend.sequence([
    product(copies, right, one, x, one, 0, 0),
    copied(right, r),
    ...(diagonal ? preconditioned(rhos[0]).map(([, one_]) => one_) : [product(sums, r, r, rhos[0])]),
    copied(z, p),
  ]);
  const ofProducts = (list: readonly (readonly [string, Product])[]): readonly Product[] =>
    list.map(([, each]) => each);
  const pair = await backend.sequence([
    ...ofProducts(iteration(rhos[0], rhos[1])),
    ...ofProducts(iteration(rhos[1], rhos[0])),
  ]);
  const truth = await backend.sequence([copied(right, w), product(residual, x, w, anew, -1, 1)]);
  const valueOf = async (of: Vector): Promise<number> => (await of.read())[0] ?? Number.NaN;
  return {
    begin,
    pair,
    steps: iteration(rhos[0], rhos[1]),
    kernels: [...new Set(kernels)],
    async check() {
      truth.run();
      return {
        updated: await valueOf(diagonal ? size : rhos[0]),
        anew: await valueOf(anew),
        step: await valueOf(step),
      };
    },
  };
}
