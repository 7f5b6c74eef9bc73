import type { Precision } from '../data/precision.ts';
import { roundTo } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import type { SpmvKernel } from '../kernel/kernel.ts';
import type { Shape } from '../data/coo.ts';
import type { Params } from '../params/param-space.ts';
import type { BackendDriver, DriverVector, SpmvDriverOperator } from './backend-driver.ts';
import type { Lifetime } from './lifetime.ts';
import type { Vector, VectorInternals } from './vector.ts';
import { vectorInternals } from './vector.ts';

/** What to prepare: A, the kernel to multiply it with, and how. */
export interface SpmvRequest {
  readonly operation: 'spmv';
  /** Made by `buildMatrix`, or checked by `format`, or `trusted`. Must not change before `prepare` resolves. */
  readonly matrix: StoredMatrix;
  /** The format of a matrix that was not made by `buildMatrix`: its invariants are checked, once. */
  readonly format?: SparseFormat;
  /** You vouch for a matrix that was not made by `buildMatrix`: nothing is checked, and a wrong index reads or writes foreign memory. */
  readonly trusted?: boolean;
  readonly kernel: SpmvKernel;
  /** Default: the precision named like the matrix's value type. */
  readonly precision?: Precision;
  /** Parameters of the kernel and of the backend together; unnamed ones take their defaults. */
  readonly params?: Params;
}

/** y ← αAx + βy with A bound to a backend. A was copied: the host arrays may be dropped. */
export interface SpmvOperator {
  readonly shape: Shape;
  readonly precision: Precision;
  readonly kernel: SpmvKernel;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  /** Bytes the backend holds for this operator, vectors not counted. */
  readonly bytesResident: number;
  /**
   * y ← αAx + βy. x: [cols], y: [rows]; alpha defaults to 1, beta to 0, both rounded to the precision. NaN and the infinities are
   * numbers like any other.
   *
   * Reads A and x unless α = 0, reads y unless β = 0, writes all of y. Ordered after everything applied before on this backend;
   * complete at return on CPU backends, otherwise after `backend.finish()` or a read. Allocates nothing. Does not promise any order
   * of summation: see the kernel's reproducibility.
   *
   * Errors, before anything is written: `OPERAND.LENGTH`, `OPERAND.TYPE`, `OPERAND.SCALAR`, `OPERAND.ALIASED`, `OPERAND.FOREIGN`,
   * `LIFETIME.DISPOSED`.
   */
  apply(x: Vector, y: Vector, alpha?: number, beta?: number): void;
  /**
   * Milliseconds by the device's clock of each of `runs` products, or `undefined` where the device has no clock.
   * `cold` empties the caches before each. Leaves y as after the last product.
   */
  time(x: Vector, y: Vector, options: TimeOptions): Promise<Float64Array | undefined>;
  dispose(): Promise<void>;
}

/** How to time a product: how often, with which factors, and whether caches are emptied before each run. */
export interface TimeOptions {
  readonly runs: number;
  readonly alpha?: number;
  readonly beta?: number;
  readonly cold?: boolean;
}

export interface OperatorParts {
  readonly kernel: SpmvKernel;
  readonly shape: Shape;
  readonly precision: Precision;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  readonly driver: BackendDriver;
  /** Absent when A has no entries: then a product only scales y. */
  readonly operator: SpmvDriverOperator | undefined;
  readonly lifetime: Lifetime;
  /** The opened backend, which owns the vectors. */
  readonly owner: object;
}

function operandError(
  code: 'LENGTH' | 'TYPE' | 'SCALAR' | 'ALIASED' | 'FOREIGN',
  message: string,
  fix: string,
  details: Readonly<Record<string, unknown>> = {},
): SpmvError {
  return new SpmvError(`OPERAND.${code}`, message, { fix, details });
}

function checkOperand(
  name: 'x' | 'y',
  vector: Vector,
  length: number,
  precision: Precision,
  owner: object,
): VectorInternals {
  const found = vectorInternals(vector, owner);
  if (!found)
    throw operandError(
      'FOREIGN',
      `${name} belongs to another backend.`,
      'Create it with the backend this operator was prepared on.',
    );
  found.lifetime.assertAlive();
  if (vector.length !== length) {
    throw operandError(
      'LENGTH',
      `${name} needs ${length} elements, not ${vector.length}.`,
      'x has one element per column of A, y one per row.',
      {
        operand: name,
        expected: length,
        got: vector.length,
      },
    );
  }
  if (vector.precision !== precision) {
    throw operandError(
      'TYPE',
      `${name} holds ${vector.precision}, the operator computes in ${precision}.`,
      `Create it with precision '${precision}'.`,
      {
        operand: name,
        expected: precision,
        got: vector.precision,
      },
    );
  }
  return found;
}

/** alpha or beta in the precision. `null` would count as 0 and `'2'` as 2 without a word, so nothing but a number will do. */
function checkScalar(name: 'alpha' | 'beta', value: unknown, precision: Precision): number {
  if (typeof value === 'number') return roundTo(precision, value);
  const got = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  throw operandError(
    'SCALAR',
    `${name} needs a number, not ${got}.`,
    `Give ${name} as a number, or leave it out: alpha is 1 then, and beta 0.`,
    { operand: name, got },
  );
}

/** The public operator over a driver's. */
export function createSpmvOperator(parts: OperatorParts): SpmvOperator {
  const { shape, precision, driver, operator, lifetime, owner } = parts;
  const checkDistinct = (x: DriverVector | undefined, y: DriverVector | undefined): void => {
    if (x !== undefined && x === y)
      throw operandError('ALIASED', 'x and y are the same vector.', 'Give y a vector of its own.');
  };
  return {
    shape,
    precision,
    kernel: parts.kernel,
    kernelParams: parts.kernelParams,
    launchParams: parts.launchParams,
    bytesResident: operator?.bytesResident ?? 0,
    apply(x, y, alpha = 1, beta = 0) {
      lifetime.assertAlive();
      const dx = checkOperand('x', x, shape.cols, precision, owner).driver;
      const dy = checkOperand('y', y, shape.rows, precision, owner).driver;
      checkDistinct(dx, dy);
      const a = checkScalar('alpha', alpha, precision);
      const b = checkScalar('beta', beta, precision);
      if (!dy) return;
      if (a === 0 || !operator || !dx) driver.scale(dy, b);
      else operator.apply(dx, dy, a, b);
    },
    async time(x, y, { runs, alpha = 1, beta = 0, cold = false }) {
      lifetime.assertAlive();
      const vx = checkOperand('x', x, shape.cols, precision, owner);
      const vy = checkOperand('y', y, shape.rows, precision, owner);
      const [dx, dy] = [vx.driver, vy.driver];
      checkDistinct(dx, dy);
      const a = checkScalar('alpha', alpha, precision);
      const b = checkScalar('beta', beta, precision);
      if (!operator?.time || !dx || !dy || a === 0) return undefined;
      const { time } = operator;
      // None of the three may end under the device.
      return vx.lifetime.during(() =>
        vy.lifetime.during(() => lifetime.during(() => time.call(operator, dx, dy, a, b, runs, cold))),
      );
    },
    dispose: () => lifetime.end(),
  };
}
