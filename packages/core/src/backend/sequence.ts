import { SpmvError } from '../errors/spmv-error.ts';
import type { BackendDriver, DriverSequence, DriverStep } from './backend-driver.ts';
import { disposal } from './disposal.ts';
import type { Disposal } from './disposal.ts';
import type { Lifetime } from './lifetime.ts';
import type { Operator } from './operator.ts';
import { operatorInternals } from './operator.ts';

/** A product to be computed later: an operator and its operands. Made by `product`, which knows their types. */
export interface Product {
  readonly operator: Operator;
  readonly operands: readonly unknown[];
}

/** What `operator.apply(...operands)` would compute, to be part of a sequence. */
export function product<Args extends readonly unknown[]>(operator: Operator<Args>, ...operands: Args): Product {
  return { operator, operands };
}

/** Products whose operands were checked once, to be computed again and again: the inside of an iteration. */
export interface Sequence extends Disposal {
  /** Number of products. */
  readonly length: number;
  /**
   * All products in their order, as `apply` one after another computes them, bit for bit. Host scalars are those given when the sequence was
   * made; what changes between runs belongs in vectors. Ordered with everything else on this backend as `apply` is.
   *
   * Errors: `LIFETIME.DISPOSED` where the sequence, an operator or an operand was.
   */
  run(): void;
}

/** For drivers that start nothing as one piece. */
function oneByOne(driver: BackendDriver, steps: readonly DriverStep[]): DriverSequence {
  return {
    run() {
      for (const step of steps) {
        if ('operator' in step) step.operator.apply(step.buffers, step.scalars);
        else driver.scale(step.scale, step.factor, step.imaginary);
      }
    },
    dispose() {},
  };
}

/** What is made of steps, and how it ends. */
export interface BoundMaker<T> {
  make(steps: readonly DriverStep[]): Promise<T>;
  release(made: T): void;
}

/** What was made of products. */
export interface Bound<T> {
  readonly made: T;
  /** Errors: `LIFETIME.DISPOSED` where it, an operator or an operand was disposed of. */
  assertAlive(): void;
  dispose(): Promise<void>;
}

/** Checks products of the backend whose parts these are, and makes something called `what` of their steps. Errors: `OPERAND.*`, `LIFETIME.DISPOSED`, and what `make` throws. */
export async function bindProducts<T>(
  lifetime: Lifetime,
  owner: object,
  what: string,
  products: readonly Product[],
  { make, release }: BoundMaker<T>,
): Promise<Bound<T>> {
  lifetime.assertAlive();
  const parts = products.map(({ operator, operands }, at) => {
    const internals = operatorInternals(operator, owner);
    if (internals) return internals.steps(operands);
    throw new SpmvError('OPERAND.FOREIGN', `The operator of product ${at} is not one of this backend.`, {
      fix: 'Prepare it with the backend whose sequence it is to be in.',
      details: { at },
    });
  });
  const steps = parts.flatMap((part) => part.steps);
  const needs = [...new Set(parts.flatMap((part) => part.needs))];
  const { made, lifetime: own } = await lifetime.create(what, async () => make(steps), release);
  return {
    made,
    assertAlive() {
      own.assertAlive();
      for (const need of needs) need.assertAlive();
    },
    dispose: () => own.end(),
  };
}

/** A sequence of the backend whose parts these are. Errors: `OPERAND.*`, `LIFETIME.DISPOSED`, and what the driver throws. */
export async function createSequence(
  driver: BackendDriver,
  lifetime: Lifetime,
  owner: object,
  products: readonly Product[],
): Promise<Sequence> {
  const { made, assertAlive, dispose } = await bindProducts(lifetime, owner, 'sequence', products, {
    make: async (steps) => (steps.length > 0 && driver.sequence ? driver.sequence(steps) : oneByOne(driver, steps)),
    release: (sequence: DriverSequence) => sequence.dispose(),
  });
  return {
    length: products.length,
    run() {
      assertAlive();
      made.run();
    },
    ...disposal(dispose),
  };
}
