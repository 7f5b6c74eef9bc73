import type { Operator, Product, Vector } from '@spmv/core';
import { product } from '@spmv/core';
import { advance, conjugate, descend, dots, hadamard, linear, scalar } from '@spmv/vectors';
import type { DeviceMap } from './device-map.ts';
import type { DeviceTools } from './device-tools.ts';
import type { Cell, CallStep, ProductStep, Step, Sums } from './step.ts';

/** What turns steps into products of a backend. */
export interface StepCompiler {
  /** The products of a step. Errors: those of `Backend.prepare`. */
  productsOf(step: Exclude<Step, CallStep>): Promise<readonly Product[]>;
}

type Ending = 'none' | 'dot' | 'norm' | 'dot-norm';

function endingOf({ dot, norm }: Sums): Ending {
  if (dot) return norm ? 'dot-norm' : 'dot';
  return norm ? 'norm' : 'none';
}

/** A compiler for the vectors of a space; `one` is a number 1. Operators of vectors are those of the tools. */
export function createStepCompiler(
  tools: DeviceTools,
  vectorOf: (cell: Cell) => Promise<Vector>,
  one: Cell,
): StepCompiler {
  const operatorOf = tools.operator;
  const bound = async (
    operator: Promise<Operator>,
    cells: readonly Cell[],
    ...factors: readonly number[]
  ): Promise<Product> => product(await operator, ...(await Promise.all(cells.map(vectorOf))), ...factors);
  const sumCells = ({ dot, norm }: Sums): readonly Cell[] => [...(dot ?? []), ...(norm ? [norm] : [])];
  const dotsOf = async (x: Cell, sums: Sums): Promise<readonly Product[]> => {
    const ending = endingOf(sums);
    if (ending === 'none') return [];
    return [await bound(operatorOf(dots, { ending }, x.length), [x, ...sumCells(sums)])];
  };
  const linearOf = (x: Cell, y: Cell, alpha: number, beta: number, sums: Sums, a = one, b = one): Promise<Product> =>
    bound(operatorOf(linear, { ending: endingOf(sums) }, y.length), [x, a, y, b, ...sumCells(sums)], alpha, beta);
  const images = new Map<number, Cell>();
  const multiply = async ({ map, x, y, alpha, beta, sums }: ProductStep): Promise<readonly Product[]> => {
    const { operator, takesFactors, fused } = map as DeviceMap;
    const plain = Promise.resolve(operator);
    if (!takesFactors) {
      if (alpha === 1 && beta === 0) return [await bound(plain, [x, y]), ...(await dotsOf(y, sums))];
      const image = images.get(y.length) ?? { length: y.length };
      images.set(y.length, image);
      return [await bound(plain, [x, image]), await linearOf(image, y, alpha, beta, sums)];
    }
    const ending = endingOf(sums);
    const ended = ending === 'dot' || ending === 'dot-norm' ? fused(ending) : undefined;
    if (ended) return [await bound(ended, [x, y, ...sumCells(sums)], alpha, beta)];
    return [await bound(plain, [x, y], alpha, beta), ...(await dotsOf(y, sums))];
  };
  return {
    async productsOf(step) {
      switch (step.kind) {
        case 'product':
          return multiply(step);
        case 'linear':
          return [await linearOf(step.x, step.y, step.alpha, step.beta, step.sums, step.a, step.b)];
        case 'advance': {
          const { p, a, x, r, b } = step;
          return [await bound(operatorOf(advance, {}, p.length), [p, a, x, r, b])];
        }
        case 'descend': {
          const { q, a, c, r, scale, t } = step;
          const operator = operatorOf(descend, { residual: scale ? 'scaled' : 'plain' }, r.length);
          return [await bound(operator, [q, a, c, r, ...(scale ? [scale.d, scale.s] : []), t])];
        }
        case 'conjugate': {
          const { p, a, c, b, x, r, d } = step;
          const operator = operatorOf(conjugate, { residual: d ? 'scaled' : 'plain' }, p.length);
          return [await bound(operator, [p, a, c, b, x, r, ...(d ? [d] : [])])];
        }
        case 'hadamard': {
          const { d, x, y, s } = step;
          const operator = operatorOf(hadamard, { ending: s ? 'dot' : 'none' }, y.length);
          return [await bound(operator, [d, x, y, ...(s ? [s] : [])])];
        }
        case 'dots':
          return dotsOf(step.x, step.sums);
        case 'scalar':
          return [await bound(operatorOf(scalar, { form: step.form }), [...step.of, step.into], ...step.factors)];
      }
    },
  };
}
