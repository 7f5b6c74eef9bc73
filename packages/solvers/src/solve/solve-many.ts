import { SpmvError } from '@spmv/core';
import { solvedTogether } from '@spmv/direct';
import type { System } from '../system/system.ts';
import { checkNumbers, checkSize, checkSystem } from './given.ts';
import type { Held } from './held.ts';
import type { SolveOptions } from './options.ts';
import type { SolveResult } from './result.ts';
import { solveHolding } from './solve.ts';

/** Right-hand sides that factors are applied to together. */
const TOGETHER = 8;

function joined(vectors: readonly Float64Array[], n: number): Float64Array {
  const all = new Float64Array(vectors.length * n);
  for (const [j, b] of vectors.entries()) all.set(b, j * n);
  return all;
}

/**
 * Solves Ax = b for one b after another, as `solve` does: factors, and preconditioners that the host has, are made for the first that needs them and serve those that follow. Refactors nothing where factors do not suit a b: it is
 * solved as `solve` would, and its factors follow.
 *
 * Errors: those of `solve`; `PARAM.REJECTED` for `x0`, which belongs to one b. Nothing is solved where one of them has another length.
 */
export async function solveMany(
  system: System,
  B: readonly ArrayLike<number>[],
  options: SolveOptions = {},
): Promise<SolveResult[]> {
  checkSystem('A', system);
  if (options.x0 !== undefined)
    throw new SpmvError('PARAM.REJECTED', 'x0 is where one x begins, and several right-hand sides are given.', {
      fix: 'Leave out x0, or solve for one b after another.',
      details: { name: 'x0' },
    });
  B.forEach((b, j) => checkSize(`B[${j}]`, b, system.A.shape.rows, 'row'));
  B.forEach((b, j) => checkNumbers(`B[${j}]`, b));
  const rights = B.map((b) => Float64Array.from(b));
  const held: Held = { preconditioners: new Map() };
  const results: SolveResult[] = [];
  let begins: Float64Array = new Float64Array(0);
  let from = 0;
  for (const [j, b] of rights.entries()) {
    if (held.direct && j >= from) {
      const next = rights.slice(j, j + TOGETHER);
      begins = solvedTogether(held.direct.factors, joined(next, b.length), held.direct.fronts);
      from = j + next.length;
    }
    const at = begins.length - (from - j) * b.length;
    held.begin = held.direct && j < from ? begins.slice(at, at + b.length) : undefined;
    results.push(await solveHolding(system, b, options, held));
  }
  return results;
}
