import type { Operator, Product, Vector } from '@spmv/core';
import { product } from '@spmv/core';
import type { DeviceMap } from './device-map.ts';
import type { DeviceTools } from './device-tools.ts';
import { cellsOf, dots, linear } from './steps.ts';
import type { Cell, CallStep, ProductStep, Step, Sums, VectorStep } from './step.ts';

/** What turns steps into products of a backend. */
export interface StepCompiler {
  /** The products of a step. Errors: those of `Backend.prepare`. */
  productsOf(step: Exclude<Step, CallStep>): Promise<readonly Product[]>;
}

/** A compiler for the vectors of a space; `one` is a number 1. Operators of vectors are those of the tools. */
export function createStepCompiler(
  tools: DeviceTools,
  vectorOf: (cell: Cell) => Vector,
  one: Cell,
): StepCompiler {
  const bound = async (
    operator: Promise<Operator>,
    cells: readonly (Cell | undefined)[],
    factors: readonly number[] = [],
  ): Promise<Product> => product(await operator, ...cells.map((cell) => vectorOf(cell ?? one)), ...factors);
  const computed = ({ operation, options, operands, factors }: VectorStep): Promise<Product> => {
    // Operands of whatever passes over vectors begin with one.
    const n = 'n' in operation.sizes ? operands[0]?.length : undefined;
    return bound(tools.operator(operation, options, n), operands, factors);
  };
  const summed = async (y: Cell, sums: Sums): Promise<readonly Product[]> =>
    sums.dot || sums.norm ? [await computed(dots(y, sums))] : [];
  const images = new Map<number, Cell>();
  const multiply = async ({ map, x, y, alpha, beta, sums }: ProductStep): Promise<readonly Product[]> => {
    const { operator, takesFactors, fused } = map as DeviceMap;
    const plain = Promise.resolve(operator);
    if (!takesFactors) {
      if (alpha === 1 && beta === 0) return [await bound(plain, [x, y]), ...(await summed(y, sums))];
      const image = images.get(y.length) ?? { length: y.length };
      images.set(y.length, image);
      return [await bound(plain, [x, image]), await computed(linear(image, y, { alpha, beta, ...sums }))];
    }
    const ended = sums.dot && fused(sums.norm ? 'dot-norm' : 'dot');
    if (ended) return [await bound(ended, [x, y, ...cellsOf(sums)], [alpha, beta])];
    return [await bound(plain, [x, y], [alpha, beta]), ...(await summed(y, sums))];
  };
  return {
    productsOf: async (step) => (step.kind === 'product' ? multiply(step) : [await computed(step)]),
  };
}
