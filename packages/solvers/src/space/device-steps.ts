import type { LinearOperator, Operator, Product, ValueArray, Vector } from '@spmv/core';
import { product, SpmvError } from '@spmv/core';
import type { DeviceMap } from './device-map.ts';
import type { DeviceTools } from './device-tools.ts';
import { cellsOf, dots, linear } from './steps.ts';
import type { Cell, LinearMap, ProductStep, Step, Sums, VectorStep } from './step.ts';

/** A product of the backend, or what the host does between products. */
export type Part = Product | (() => void | Promise<void>);

/** What turns steps into parts. */
export interface StepCompiler {
  /** The parts of a step, `beside` being those that it is compiled with. Errors: those of `Backend.prepare`; `SOLVER.PRECONDITIONER` for a function of the host where vectors are elsewhere. */
  partsOf(step: Step, beside: readonly Step[]): Promise<readonly Part[]>;
}

/** A function of the host between products: on backends that compute in memory of this process. */
function calling(map: LinearOperator<ValueArray>, x: Vector, y: Vector, place: string): () => void | Promise<void> {
  const [from, to] = [x.elements, y.elements];
  if (!from || !to)
    throw new SpmvError('SOLVER.PRECONDITIONER', `A function of the host cannot be part of an iteration on ${place}.`, {
      fix: "Use M: 'jacobi', 'block-jacobi' or 'chebyshev', or a backend of the processor: serial or threads.",
      details: { place, lengths: [x.length, y.length] },
    });
  return () => map.apply(from, to);
}

/** A compiler for the vectors of a space, whose numbers `scalar` makes. Operators of vectors are those of the tools. */
export function createStepCompiler(
  tools: DeviceTools,
  vectorOf: (cell: Cell) => Vector,
  scalar: (value?: number) => Cell,
  place: string,
): StepCompiler {
  const [one, unasked] = [scalar(1), scalar()];
  const bound = async (
    operator: Promise<Operator>,
    cells: readonly (Cell | undefined)[],
    factors: readonly number[] = [],
  ): Promise<Product> => product(await operator, ...cells.map((cell) => vectorOf(cell ?? one)), ...factors);
  const computed = ({ operation, options, operands, factors }: VectorStep): Promise<Product> => {
    // Operands of whatever passes over vectors begin with one.
    const first = 'n' in operation.sizes ? operands[0] : undefined;
    const n = first && first.length / tools.components;
    return bound(tools.operator(operation, options, n), operands, factors);
  };
  const summed = async (y: Cell, sums: Sums): Promise<readonly Product[]> =>
    sums.dot || sums.norm ? [await computed(dots(y, sums))] : [];
  const images = new Map<number, Cell>();
  const multiply = async (
    { map: given, x, y, alpha, beta, sums }: ProductStep,
    beside: readonly Step[],
  ): Promise<readonly Part[]> => {
    const map = given as DeviceMap | (LinearMap & LinearOperator<ValueArray>);
    const isHost = 'apply' in map;
    if (isHost || !map.takesFactors) {
      const plain = async (to: Cell): Promise<Part> =>
        isHost ? calling(map, vectorOf(x), vectorOf(to), place) : bound(Promise.resolve(map.operator), [x, to]);
      if (alpha === 1 && beta === 0) return [await plain(y), ...(await summed(y, sums))];
      const image = images.get(y.length) ?? { length: y.length };
      images.set(y.length, image);
      return [await plain(image), await computed(linear(image, y, { alpha, beta, ...sums }))];
    }
    // Two products that end otherwise would have the matrix twice, and each put the other's out of the cache.
    const both = beside.some((step) => step.kind === 'product' && step.sums.dot && step.sums.norm);
    const ended = sums.dot && map.fused(both ? 'dot-norm' : 'dot');
    if (ended) return [await bound(ended, [x, y, ...cellsOf(both ? { norm: unasked, ...sums } : sums)], [alpha, beta])];
    return [await bound(Promise.resolve(map.operator), [x, y], [alpha, beta]), ...(await summed(y, sums))];
  };
  return {
    partsOf: async (step, beside) => (step.kind === 'product' ? multiply(step, beside) : [await computed(step)]),
  };
}
