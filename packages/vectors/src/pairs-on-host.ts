import type { JsArguments, JsFunction, Operation, Params, ValueArray } from '@spmv/core';
import * as passes from './js/pairs.generated.ts';
import { scalar } from './operations/scalar.ts';
import { numberOfPairs } from './pair.ts';

const PASSES = passes as unknown as Readonly<Record<string, JsFunction>>;

/** How an inner product is taken of z and what was computed: zᴴy, its conjugate yᴴz, or zᵀy. */
export type PairDot = 'conjugated' | 'turned' | 'plain';

/**
 * Computes an operation of this package but `gather` in complex arithmetic, on arrays of the host: vectors of n pairs, numbers in memory of one pair, α and β real. s is an inner product of z by `dot`,
 * with `squares` yᴴ(d ∘ y), and t ← yᴴy. `given` are the operands in their order; numbers of the host that are left out are 1.
 */
export function computePairsOnHost(
  operation: Operation,
  options: Params,
  operands: readonly (ValueArray | number)[],
  dot: PairDot = 'conjugated',
): void {
  if (operation.id === scalar.id) return numberOfPairs(operation, options, operands);
  const pass = PASSES[operation.id];
  if (!pass) throw new RangeError(`there is no pass ${operation.id} over pairs`);
  const named = operation.operands(options).map(({ name }, k) => [name, operands[k] ?? 1] as const);
  const given: Readonly<Record<string, ValueArray | number>> = Object.fromEntries(named);
  const n = (operands[0] as ValueArray).length / 2;
  const scratch = { sums: new Float64Array(3) };
  const range = { numbers: { blockSize: n, plain: Number(dot === 'plain') }, sizes: { n }, scratch, begin: 0, end: 1 };
  pass({ ...given, ...range } as unknown as JsArguments);
  const [real, imaginary, norm] = scratch.sums;
  if (typeof given['s'] === 'object') given['s'].set([real, dot === 'turned' ? -imaginary : imaginary]);
  if (typeof given['t'] === 'object') given['t'].set([norm, 0]);
}
