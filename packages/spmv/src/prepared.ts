import type { ValueArray } from '@spmv/core';
import type { OperatorWithOperands } from './bound.ts';
import type { Asked, RepeatedProduct } from './product.ts';
import { createProduct } from './product.ts';

/** Operators for several vectors that are kept. */
const KEPT = 4;

/** Operators that are prepared when they are first asked for. */
export interface Prepared {
  /** A product with the operator of this name, after those that were asked for before. Of `kept` ones only so many stay: those used last. */
  run(name: string, bind: () => Promise<OperatorWithOperands>, asked: Asked, isKept: boolean): Promise<ValueArray>;
  /** Disposes of all, each after its products. */
  dispose(): Promise<void>;
}

interface One {
  readonly made: Promise<{ readonly bound: OperatorWithOperands; readonly product: RepeatedProduct }>;
  readonly isKept: boolean;
}

/** No operators yet. */
export function createPrepared(): Prepared {
  const all = new Map<string, One>();
  let leaving: Promise<unknown> = Promise.resolve();
  const make = (name: string, bind: () => Promise<OperatorWithOperands>, isKept: boolean): One => {
    const made = bind().then((bound) => ({ bound, product: createProduct(bound) }));
    const one = { made, isKept };
    made.catch(() => {
      if (all.get(name) === one) all.delete(name);
    });
    return one;
  };
  /** Products that were asked for began before this: they are in line as soon as their operator is there. */
  const drop = (name: string, { made }: One): void => {
    all.delete(name);
    const gone = made.then(
      ({ bound, product }) => product.idle().then(() => bound.dispose()),
      () => {},
    );
    leaving = Promise.all([leaving, gone]);
    // Whoever disposes of all is told.
    leaving.catch(() => {});
  };
  return {
    run(name, bind, asked, isKept) {
      const one = all.get(name) ?? make(name, bind, isKept);
      // Used last, it is the last to go.
      all.delete(name);
      all.set(name, one);
      const result = one.made.then(({ product }) => product.run(asked));
      const [first, ...others] = [...all].filter(([, each]) => each.isKept);
      if (first && others.length >= KEPT) drop(...first);
      return result;
    },
    async dispose() {
      for (const each of all) drop(...each);
      await leaving;
    },
  };
}
