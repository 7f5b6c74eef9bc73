import type {
  Backend,
  Kernel,
  Operation,
  Operator,
  Precision,
  Product,
  Registry,
  Sequence,
  SparseFormat,
  StoredMatrix,
  Vector,
} from '@spmv/core';
import { PRECISIONS, product, spmv, valueArray } from '@spmv/core';
import { fused } from '@spmv/fused';
import { advance, conjugate, descend, dots, hadamard, linear, scalar } from '@spmv/vectors';

/** What an iteration is made of. */
export interface Parts {
  readonly backend: Backend;
  readonly registry: Registry;
  readonly matrix: StoredMatrix;
  /** Its format, where nobody built it: then it is taken as it is. */
  readonly format?: SparseFormat;
  readonly precision: Precision;
  /** Language of the kernels. */
  readonly target: string;
  readonly b: Float64Array;
  /** Reciprocals of the diagonal for Jacobi; without them there is no preconditioner. */
  readonly inverse?: Float64Array;
  /** Parameters of the backend: threads. */
  readonly launch: Readonly<Record<string, number>>;
  /** A kernel of SpMV: the sum over its product is a pass of its own. Without it the product ends in the sum. */
  readonly plain?: Kernel;
  /** With `linear`, `hadamard`, `advance` and numbers of their own, in place of `descend` and `conjugate`. */
  readonly separate?: boolean;
}

/** A step of an iteration, and the bytes it reads and writes: of vectors each element once. */
export interface Part {
  readonly name: string;
  readonly product: Product;
  readonly bytes: number;
}

/** Conjugate gradients over vectors of a backend, ready to be timed. */
export interface Iterations {
  /** x = 0, r = p = b. */
  readonly begin: Sequence;
  /** Two iterations: the numbers of one are the old numbers of the other. */
  readonly pair: Sequence;
  /** One iteration, step by step. */
  readonly steps: readonly Part[];
  /** ‖r‖² as it was updated, ‖b − Ax‖² computed anew, and the last pᵀAp: 0 where an iteration did nothing. */
  check(): Promise<{ readonly updated: number; readonly anew: number; readonly curvature: number }>;
  readonly kernels: readonly string[];
  /** What several devices copy for one iteration; undefined on one. */
  exchange(): { readonly bytes: number; readonly copies: number } | undefined;
  /** Gives back what was made here. */
  dispose(): Promise<void>;
}

/** Bytes of one iteration: the format's arrays, x and y of the product, and 64 of vectors for each row in f64, 80 with Jacobi, 88 where z is stored. */
export function iterationBytes({
  matrix,
  precision,
  inverse,
  separate = false,
}: Pick<Parts, 'matrix' | 'precision' | 'inverse' | 'separate'>): number {
  const { rows, cols } = matrix.shape;
  const stored = Object.values(matrix.arrays).reduce((sum, array) => sum + array.byteLength, 0);
  return stored + PRECISIONS[precision].storedBytes * (rows + cols + (inverse ? (separate ? 11 : 10) : 8) * rows);
}

export async function prepareIterations(parts: Parts): Promise<Iterations> {
  const { backend, registry, matrix, precision, target, b, inverse, launch, plain, separate = false } = parts;
  const taken = parts.format ? { matrix, format: parts.format, trusted: true } : { matrix };
  const owned: { dispose(): Promise<void> }[] = [];
  const own = async <T extends { dispose(): Promise<void> }>(making: Promise<T>): Promise<T> => {
    const made = await making;
    owned.push(made);
    return made;
  };
  const n = matrix.shape.rows;
  const kernels: string[] = [];
  const prepare = async (
    operation: Operation,
    variant: string,
    request: {
      readonly matrix?: StoredMatrix;
      readonly format?: SparseFormat;
      readonly trusted?: boolean;
      readonly sizes?: Readonly<Record<string, number>>;
    },
  ): Promise<Operator> => {
    const kernel: Kernel = variant.includes('/') ? registry.kernel(variant) : registry.kernel(`${target}/${variant}`);
    kernels.push(kernel.id);
    return own(backend.prepare({ operation, kernel, precision, params: launch, ...request }));
  };
  const onVectors = (operation: Operation, ending?: string): Promise<Operator> =>
    prepare(operation, [operation.id, ...(ending === undefined ? [] : [ending])].join('-'), { sizes: { n } });
  const numbers = (form: string): Promise<Operator> => prepare(scalar, `scalar-${form}`, {});
  const vector = (values: ArrayLike<number>): Promise<Vector> => {
    const host = valueArray(PRECISIONS[precision].host, values.length);
    host.set(values);
    return own(backend.vector(host, precision));
  };
  const zeros = (): Promise<Vector> => own(backend.vector(n, precision));
  const number = (value = 0): Promise<Vector> => vector([value]);

  const plainly = plain ? await prepare(spmv, plain.id, taken) : undefined;
  const multiply = plainly ?? (await prepare(fused, `fused-${matrix.format}-dot`, taken));
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
  const curvatureOfX = await number();
  const rhos = [await number(), await number()] as const;

  const ofParts = (list: readonly Part[]): readonly Product[] => list.map((each) => each.product);
  const perVector = PRECISIONS[precision].storedBytes * n;
  const stored = Object.values(matrix.arrays).reduce((sum, array) => sum + array.byteLength, 0);
  const part = (name: string, vectors: number, made: Product, besides = 0): Part => ({
    name,
    product: made,
    bytes: vectors * perVector + besides,
  });
  const preconditioned = (rho: Vector): readonly Part[] =>
    diagonal ? [part('z = d o r, rz', 3, product(conditions, diagonal, r, z, rho))] : [];
  const multiplied: readonly Part[] = plainly
    ? [part('q = Ap', 2, product(plainly, p, q), stored), part('pq', 2, product(sums, q, p, curvature))]
    : [part('q = Ap, pq', 2, product(multiply, p, q, p, curvature), stored)];
  const scaled = diagonal ? [diagonal] : [];
  const joined = async (): Promise<(rho: Vector, next: Vector) => readonly Part[]> => {
    const residual = diagonal ? 'scaled' : 'plain';
    const [downs, alongs] = [await onVectors(descend, residual), await onVectors(conjugate, residual)];
    return (rho, next) => [
      ...multiplied,
      part(
        diagonal ? 'r = r - aq, rr, r(dr)' : 'r = r - aq, rr',
        3 + scaled.length,
        product(downs, q, rho, curvature, r, ...(diagonal ? [diagonal, next, size] : [next])),
      ),
      part(
        diagonal ? 'x = x + ap, p = dr + bp' : 'x = x + ap, p = r + bp',
        5 + scaled.length,
        product(alongs, p, rho, curvature, next, x, r, ...scaled),
      ),
    ];
  };
  const inParts = (rho: Vector, next: Vector): readonly Part[] => [
    ...multiplied,
    part('a = rho / pq', 0, product(quotient, rho, curvature, step)),
    part('r = r - aq, rr', 3, product(updates, q, step, r, one, diagonal ? size : next, -1, 1)),
    ...preconditioned(next),
    part('b = rho / rho', 0, product(quotient, next, rho, share)),
    part('x = x + ap, p = z + bp', 5, product(steps, p, step, x, z, share)),
  ];
  const iteration = separate ? inParts : await joined();
  const copied = (from: Vector, to: Vector): Product => product(copies, from, one, to, one, 1, 0);
  const begin = await own(
    backend.sequence([
      product(copies, right, one, x, one, 0, 0),
      copied(right, r),
      ...(diagonal ? ofParts(preconditioned(rhos[0])) : [product(sums, r, r, rhos[0])]),
      copied(z, p),
    ]),
  );
  const pair = await own(
    backend.sequence([...ofParts(iteration(rhos[0], rhos[1])), ...ofParts(iteration(rhos[1], rhos[0]))]),
  );
  const remainder = plainly ? product(plainly, x, w, -1, 1) : product(multiply, x, w, x, curvatureOfX, -1, 1);
  const truth = await own(backend.sequence([copied(right, w), remainder, product(sums, w, w, anew)]));
  const valueOf = async (of: Vector): Promise<number> => (await of.read())[0] ?? Number.NaN;
  return {
    begin,
    pair,
    steps: iteration(rhos[0], rhos[1]),
    kernels: [...new Set(kernels)],
    exchange() {
      const all = iteration(rhos[0], rhos[1]).flatMap((step) => step.product.operator.exchange?.() ?? []);
      if (all.length === 0) return undefined;
      return {
        bytes: all.reduce((sum, one) => sum + one.bytes, 0),
        copies: all.reduce((sum, one) => sum + one.copies, 0),
      };
    },
    async dispose() {
      for (const one of owned.splice(0).toReversed()) await one.dispose();
    },
    async check() {
      truth.run();
      return {
        updated: await valueOf(diagonal ? size : rhos[0]),
        anew: await valueOf(anew),
        curvature: await valueOf(curvature),
      };
    },
  };
}
