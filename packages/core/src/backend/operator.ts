import type { Shape } from '../data/coo.ts';
import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Sizes } from '../operation/operand.ts';
import type { Operation } from '../operation/operation.ts';
import type { BufferSlot, Signature } from '../operation/signature.ts';
import type { Params } from '../params/param-space.ts';
import type { BackendDriver, DriverOperator, DriverStep, DriverVector, Exchange } from './backend-driver.ts';
import type { Disposal } from './disposal.ts';
import { disposal } from './disposal.ts';
import type { Late } from './late.ts';
import type { Lifetime } from './lifetime.ts';
import { createGivenOperands } from './given-operands.ts';
import { tooMany } from './operand-errors.ts';
import type { Streaming } from './streaming.ts';
import type { VectorInternals } from './vector.ts';
import type { WorkerTimes } from './worker-times.ts';

/** An operation with its matrix bound to a backend. The matrix was copied: the host arrays may be dropped. */
export interface Operator<Args extends readonly unknown[] = readonly unknown[]> extends Disposal {
  readonly operation: Operation<Args>;
  /** Shape of the linear map: that of the matrix, or of Aᵀ where the operation writes a vector as long as A has columns; 0 × 0 without a matrix. */
  readonly shape: Shape;
  readonly sizes: Sizes;
  readonly precision: Precision;
  readonly kernel: Kernel;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  /** Bytes the backend holds for this operator, vectors not counted. */
  readonly bytesResident: number;
  /**
   * Most threads of the kernel that a multiprocessor holds at once, of those that it can hold, 0 … 1; of several kernels that which has fewest.
   * Absent where the device's driver does not count them.
   */
  readonly occupancy?: number;
  /** What a product copies to the device, where the matrix does not stay there: it was prepared in stripes. Absent otherwise. */
  readonly streaming?: Streaming;
  /**
   * One product, with the operands of the operation in their order; host scalars are rounded to the precision.
   *
   * Reads and writes what the operation says. Ordered after everything applied before on this backend; complete at return on CPU backends,
   * otherwise after `backend.finish()` or a read. Allocates nothing. Does not promise any order of summation: see the kernel's
   * reproducibility.
   *
   * Errors, before anything is written: `OPERAND.LENGTH`, `OPERAND.LAYOUT`, `OPERAND.TYPE`, `OPERAND.SCALAR`, `OPERAND.ALIASED`,
   * `OPERAND.FOREIGN`, `LIFETIME.DISPOSED`.
   */
  apply(...operands: Args): void;
  /**
   * Milliseconds by the device's clock of each of `runs` products, or `undefined` where the device has no clock.
   * `cold` empties the caches before each. Leaves what is written as after the last product.
   */
  time(operands: Args, options: TimeOptions): Promise<Float64Array | undefined>;
  /** Whether calls of `time` with warm caches may be in flight together, of this operator and others of its backend: the device does each after those before it. */
  readonly timesInOrder: boolean;
  /**
   * What each worker did in all products so far, the calling thread first; trivial products, which no kernel computes, not counted. Absent unless
   * `prepare` was asked to `profile`, where the backend counts nothing (a GPU), and where every product is trivial.
   *
   * Errors: `LIFETIME.DISPOSED`.
   */
  workerTimes?(): readonly WorkerTimes[];
  /**
   * What several devices copy between each other: predicted for one product, and counted. Absent where one device computes, and where every product is trivial.
   * Errors: `LIFETIME.DISPOSED`.
   */
  exchange?(): Exchange;
}

/** How to time a product: how often, and whether caches are emptied before each run. */
export interface TimeOptions {
  readonly runs: number;
  readonly cold?: boolean;
}

/** What the checked entry knows of an operator it handed out. */
export interface OperatorInternals {
  /** The opened backend it belongs to. */
  readonly owner: object;
  readonly lifetime: Lifetime;
  /** What a product of these operands asks of the driver, and whose lifetimes it needs. Errors: as of `apply`. */
  steps(operands: readonly unknown[]): {
    readonly steps: readonly DriverStep[];
    readonly needs: readonly Lifetime[];
  };
}

const INTERNALS: unique symbol = Symbol('spmv operator');

/** The internals of an operator of the backend `owner`, else `undefined`. */
export function operatorInternals(operator: Operator, owner: object): OperatorInternals | undefined {
  const internals = (operator as (Operator & { readonly [INTERNALS]?: OperatorInternals }) | undefined)?.[INTERNALS];
  return internals?.owner === owner ? internals : undefined;
}

export interface OperatorParts {
  readonly operation: Operation;
  readonly signature: Signature;
  readonly sizes: Sizes;
  readonly kernel: Kernel;
  readonly shape: Shape;
  readonly precision: Precision;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  readonly driver: BackendDriver;
  /** Absent when every product is trivial. */
  readonly operator: DriverOperator | undefined;
  /** What the driver is given in place of an operand without elements; absent where there is none. */
  readonly standIn: DriverVector | undefined;
  readonly lifetime: Lifetime;
  readonly owner: Late;
}

/** Whether a trivial product changes an operand: one that is updated without a factor keeps what it has. */
function isScaled({ access, factor }: BufferSlot): boolean {
  return access === 'write' || (access === 'update' && factor >= 0);
}

/** The public operator over a driver's. */
export function createOperator<Args extends readonly unknown[]>(parts: OperatorParts): Operator<Args> {
  const { operation, signature, precision, driver, operator, standIn, lifetime, owner } = parts;
  const { buffers: slots } = signature;
  const { components } = PRECISIONS[precision];
  const zeroScalars = operation.trivial.scalars.map((name) =>
    signature.scalars.findIndex((slot) => slot.name === name),
  );
  const given = createGivenOperands(operation, signature, precision, owner);
  const { buffers, handles, scalars, takeVectorsAndScalars } = given;
  // The driver's own list where an operand has no elements, which is no vector of the driver.
  const complete: (DriverVector | undefined)[] = standIn ? [...buffers] : [];
  const forDriver = (): readonly DriverVector[] => {
    if (!standIn) return buffers as readonly DriverVector[];
    for (let b = 0; b < buffers.length; b++) complete[b] = buffers[b] ?? standIn;
    return complete as readonly DriverVector[];
  };

  const isTrivial = (): boolean => {
    if (!operator) return true;
    for (let s = 0; s < zeroScalars.length; s++) {
      const at = (zeroScalars[s] as number) * components;
      if (scalars[at] === 0 && (components === 1 || scalars[at + 1] === 0)) return true;
    }
    return false;
  };

  const factorOf = ({ factor }: BufferSlot): number => (factor < 0 ? 0 : (scalars[factor * components] as number));
  const imaginaryOf = ({ factor }: BufferSlot): number =>
    factor < 0 || components === 1 ? 0 : (scalars[factor * components + 1] as number);

  const finishTrivial = (): void => {
    for (let b = 0; b < slots.length; b++) {
      const slot = slots[b] as BufferSlot;
      const written = buffers[b];
      if (isScaled(slot) && written) driver.scale(written, factorOf(slot), imaginaryOf(slot));
    }
  };

  const stepsOf = (operands: readonly unknown[]): ReturnType<OperatorInternals['steps']> => {
    lifetime.assertAlive();
    given.take(operands);
    const needs = [lifetime, ...handles.map((handle) => handle.lifetime)];
    if (!isTrivial()) {
      const product = { operator: operator as DriverOperator, buffers: [...forDriver()] };
      return { needs, steps: [{ ...product, scalars: scalars.slice() }] };
    }
    const scaled = slots.flatMap((slot, b): readonly DriverStep[] => {
      const written = buffers[b];
      return isScaled(slot) && written
        ? [{ scale: written, factor: factorOf(slot), imaginary: imaginaryOf(slot) }]
        : [];
    });
    return { needs, steps: scaled };
  };

  const multiply = (): void => {
    if (isTrivial()) finishTrivial();
    else (operator as DriverOperator).apply(forDriver(), scalars);
  };

  const counted = operator?.workerTimes?.bind(operator);
  const workerTimes = counted && {
    workerTimes: () => {
      lifetime.assertAlive();
      return counted();
    },
  };

  const exchanged = operator?.exchange?.bind(operator);
  const exchange = exchanged && {
    exchange: () => {
      lifetime.assertAlive();
      return exchanged();
    },
  };

  // A product of the most common kind makes no list of its operands.
  const apply = takeVectorsAndScalars
    ? (x: unknown, y: unknown, alpha: unknown, beta: unknown, surplus?: unknown): void => {
        lifetime.assertAlive();
        if (surplus !== undefined) throw tooMany(operation, signature.places.length);
        takeVectorsAndScalars(x, y, alpha, beta);
        multiply();
      }
    : (...operands: readonly unknown[]): void => {
        lifetime.assertAlive();
        given.take(operands);
        multiply();
      };
  const made: Operator<Args> & { readonly [INTERNALS]: OperatorInternals } = {
    [INTERNALS]: { owner, lifetime, steps: stepsOf },
    operation: operation as Operation<Args>,
    shape: parts.shape,
    sizes: parts.sizes,
    precision,
    kernel: parts.kernel,
    kernelParams: parts.kernelParams,
    launchParams: parts.launchParams,
    bytesResident: operator?.bytesResident ?? 0,
    ...(operator?.occupancy === undefined ? {} : { occupancy: operator.occupancy }),
    ...(operator?.streaming ? { streaming: operator.streaming } : {}),
    apply,
    timesInOrder: operator?.timesInOrder ?? false,
    ...workerTimes,
    ...exchange,
    async time(operands, { runs, cold = false }) {
      lifetime.assertAlive();
      given.take(operands);
      if (!operator?.time || isTrivial()) return undefined;
      // Its own lists: other products may be started before this work begins.
      const mine = [...forDriver()];
      const numbers = scalars.slice();
      const held = slots.map((_, b) => handles[b] as VectorInternals);
      const { time } = operator;
      const run = held.reduce<() => Promise<Float64Array>>(
        (inner, handle) => () => handle.lifetime.during(inner),
        () => time.call(operator, mine, numbers, runs, cold),
      );
      // None of them may end under the device.
      const times = await lifetime.during(run);
      await owner.settled();
      return times;
    },
    ...disposal(() => lifetime.end()),
  };
  return made;
}
