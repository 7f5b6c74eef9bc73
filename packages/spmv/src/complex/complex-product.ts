import type {
  Backend,
  Complex,
  ComplexCoo,
  Kernel,
  Operator,
  Registry,
  Scalar,
  StoredMatrix,
  ValueArray,
} from '@spmv/core';
import {
  anyOption,
  buildMatrix,
  checkOptions,
  isSpmvError,
  kernelsHere,
  noKernelError,
  PRECISIONS,
  shown,
  spmv,
  SpmvError,
  transposeCoo,
  valueArray,
} from '@spmv/core';
import type { Making } from '../making.ts';
import type { ComplexPrecision, ComplexProductOptions } from './complex-matrix.ts';

const RULES = { alpha: anyOption, beta: anyOption, y: anyOption };

/** An operator with operands of its own. */
export interface BoundProduct {
  readonly kernel: Kernel;
  readonly operator: Operator;
  /** Its format, and its matrix once more. */
  readonly stored: { readonly format: string; matrix(): StoredMatrix };
  readonly passedOver: Making['passedOver'];
  multiply(x: ValueArray, y: ValueArray, isRead: boolean, alpha: Scalar, beta: Scalar): Promise<void>;
}

/** The conjugates, in the same array. */
export function conjugatePairs<N extends ValueArray>(pairs: N): N {
  for (let k = 1; k < pairs.length; k += 2) pairs[k] = -(pairs[k] as number);
  return pairs;
}

/** The conjugate of a scalar. */
export function conjugateScalar(factor: Scalar): Scalar {
  // What is neither is refused by the product.
  return typeof factor === 'number' || typeof factor[1] !== 'number' ? factor : ([factor[0], -factor[1]] as Complex);
}

/** What products are prepared of. */
export interface ProductParts {
  readonly coo: ComplexCoo;
  readonly registry: Registry;
  readonly backend: Backend;
  readonly format: string;
  readonly precision: ComplexPrecision;
}

/** The operator of the fastest kernel whose compiled code is on this machine, and why those before it are not. Aᵀ is stored where no kernel of the format multiplies by it otherwise. */
async function prepareFirst({ coo: given, registry, backend, format, precision }: ProductParts, isTransposed: boolean) {
  const { targets } = registry.backend(backend.id);
  const here = { registry, id: backend.id, targets, device: backend.device };
  const filterOf = (transpose: boolean) => ({ operation: spmv.id, options: { transpose }, format, precision });
  const transpose = isTransposed && kernelsHere(here, filterOf(true)).length > 0;
  const filter = filterOf(transpose);
  const coo = isTransposed && !transpose ? transposeCoo(given) : given;
  const { host: valueType } = PRECISIONS[precision];
  const passedOver: { readonly kernel: string; readonly error: SpmvError }[] = [];
  for (const kernel of kernelsHere(here, filter)) {
    // What products read where it was built serves those that end in sums, too; it goes with the backend.
    const room = backend.room(kernel.target);
    const { target } = kernel;
    const build = (): StoredMatrix => buildMatrix(registry.format(format), coo, { valueType, target, room });
    try {
      const matrix = build();
      const operator = await backend.prepare({ operation: spmv, matrix, kernel, precision });
      return { kernel, operator, stored: { format, matrix: room ? () => matrix : build }, passedOver };
    } catch (error) {
      room?.release();
      if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
      passedOver.push({ kernel: kernel.id, error });
    }
  }
  throw passedOver[0]?.error ?? noKernelError(here, filter);
}

/** Prepares products of A, or of Aᵀ. Errors: `KERNEL.NONE`, `FORMAT.REFUSED`, those of `Backend.prepare`. */
export async function bindProduct(parts: ProductParts, transpose: boolean): Promise<BoundProduct> {
  const { backend, precision } = parts;
  const { kernel, operator, stored, passedOver } = await prepareFirst(parts, transpose);
  const { rows, cols } = operator.shape;
  const [from, into] = [backend.vector(cols, precision), backend.vector(rows, precision)];
  let last: Promise<unknown> = Promise.resolve();
  return {
    kernel,
    operator,
    stored,
    passedOver: passedOver.map(({ kernel: id, error: { message, fix } }) => ({ kernel: id, reason: message, fix })),
    // One after another: its vectors are shared by all.
    multiply(x, y, isRead, alpha, beta) {
      const before = last;
      const next = (async () => {
        await before;
        await from.write(x);
        if (isRead) await into.write(y);
        operator.apply(from, into, alpha, beta);
        await into.read(y);
      })();
      last = next.catch(() => {});
      return next;
    },
  };
}

/** Checked options of a product: what y is written to, and whether it is read. Errors: `PARAM.UNKNOWN`, `OPERAND.*`. */
export function productOf<N extends ValueArray>(
  options: ComplexProductOptions<N> | undefined,
  host: 'f64' | 'f32',
  numbers: number,
): { readonly y: N; readonly alpha: Scalar; readonly beta: Scalar; readonly isRead: boolean } {
  checkOptions('multiply', options, RULES);
  const { alpha = 1, beta = 0, y } = options ?? {};
  const isRead = beta !== 0;
  if (y === undefined && isRead)
    throw new SpmvError('OPERAND.SCALAR', `beta is ${shown(beta)}, and there is no y to multiply by it.`, {
      fix: 'Give y, or leave beta out.',
    });
  if (y !== undefined && !(host === 'f64' ? y instanceof Float64Array : y instanceof Float32Array))
    throw new SpmvError('OPERAND.TYPE', `y is ${shown(y)}, which does not hold what the product gives.`, {
      fix: `Give a ${host === 'f64' ? 'Float64Array' : 'Float32Array'} of ${numbers} numbers, or leave y out.`,
    });
  if (y !== undefined && y.length !== numbers)
    throw new SpmvError(
      'OPERAND.LENGTH',
      `y has ${y.length} numbers, and the product gives ${numbers}: ${numbers / 2} pairs, one after the other.`,
      {
        fix: `Give y ${numbers} numbers.`,
      },
    );
  return { y: y ?? (valueArray(host, numbers) as N), alpha, beta, isRead };
}
