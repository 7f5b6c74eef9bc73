import type { CooMatrix, ValueArray } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { LuFactor } from '@spmv/direct';
import {
  analyzeLu,
  conditionEstimate,
  factorLuSlices,
  forwardError,
  refined,
  solveLu,
  solveTransposedLu,
} from '@spmv/direct';
import { createPause } from '../iterate/pause.ts';
import type { Space } from '../space/space.ts';
import { scaledSystem } from '../system/scaled-system.ts';
import type { System } from '../system/system.ts';
import type { Attempt } from './attempt.ts';
import { attemptOf } from './attempt.ts';
import type { Factors } from './result.ts';
import { exponentFor, largestOf, normOf, shift, shifted } from './scale.ts';
import { SOLVERS } from './solvers.ts';
import type { OneMethod } from './task.ts';
import { judge } from './verdict.ts';

/** Most bytes of the factors. */
const MOST_BYTES = 4e9;

/** The entries of a square matrix. Errors: `SOLVER.UNFIT`. */
function squareOf({ coo, facts }: System): CooMatrix {
  const { rows, cols } = facts.shape;
  if (coo && rows === cols) return coo;
  throw new SpmvError(
    'SOLVER.UNFIT',
    coo
      ? `lu needs a square matrix, and this one is ${rows} × ${cols}.`
      : 'lu needs entries, and the matrix is a function.',
    {
      fix: coo ? "Use method: 'lsqr'." : "Use method: 'gmres', or give the matrix by its entries.",
      details: { method: 'lu', instead: [coo ? 'lsqr' : 'gmres'], rows, cols },
    },
  );
}

/** The factors, undefined where the signal came first. Each slice of some milliseconds lets others have their turn. */
async function factorsOf(
  coo: CooMatrix,
  { signal, mostProducts = Infinity }: OneMethod,
): Promise<LuFactor | undefined> {
  const analysis = analyzeLu(coo);
  if (analysis.products > mostProducts)
    throw new SpmvError(
      'SOLVER.UNFIT',
      `lu is expected to take ${analysis.products.toExponential(1)} multiplications and ${analysis.entries.toExponential(1)} entries.`,
      {
        fix: "Use method: 'lu' to have it in any case.",
        details: { method: 'lu', instead: ['lu'], products: analysis.products },
      },
    );
  const pause = createPause();
  const slices = factorLuSlices(analysis, coo, { maxBytes: MOST_BYTES });
  for (;;) {
    if (signal?.aborted) return undefined;
    const { done, value } = slices.next();
    if (done) return value;
    await pause();
  }
}

/**
 * Solves by LU of the entries in f64 on the host, whatever the space computes in, refined with residuals in twice the digits. x is rounded to the precision of the space, and judged as that of any method.
 *
 * Errors: `SOLVER.UNFIT` for a function and for what is not square; `SOLVER.PRECONDITIONER` for any; `SOLVER.SINGULAR`, `SOLVER.GROWTH`, `FORMAT.OUT_OF_MEMORY`.
 */
export async function solveDirect(space: Space, given: System, b: Float64Array, options: OneMethod): Promise<Attempt> {
  const startMs = performance.now();
  const { rtol = 1e-5, atol = 0, x0, M } = options;
  const coo = squareOf(given);
  if (M !== 'none')
    throw new SpmvError('SOLVER.PRECONDITIONER', 'lu takes no preconditioner.', { fix: "Use M: 'none'." });
  const { system, exponent: aExponent } = scaledSystem(given, space.precision);
  const bExponent = exponentFor(largestOf(b));
  const right = shift(b, bExponent);
  const size = normOf(right);
  const target = Math.max(rtol * size, shifted(atol, bExponent));
  const factor = await factorsOf(coo, options);
  const solvedMs = performance.now();
  let x: Float64Array = x0 ? Float64Array.from(x0) : new Float64Array(b.length);
  let steps = 0;
  let factors: Factors | undefined;
  if (factor) {
    const solve = (v: Float64Array): Float64Array => solveLu(factor, v);
    const solved = { solve, solveTransposed: (v: Float64Array) => solveTransposedLu(factor, v) };
    const found = refined(coo, b, solve);
    ({ x, steps } = found);
    factors = {
      entries: factor.entries,
      condition: conditionEstimate(coo, solved),
      forwardError: forwardError(x, found, solved),
    };
  }
  const cell = space.vector(x.length);
  await space.write(cell, x);
  const back: ValueArray = await space.read(cell);
  const reason = factor ? 'stagnation' : 'aborted';
  const verdict = await judge({
    system,
    entries: coo,
    space,
    x: shift(back, bExponent - aExponent),
    largest: largestOf(back),
    b: right,
    size,
    target,
    // Nothing but the entries is asked.
    truth: { residual: Infinity },
    reason,
  });
  return attemptOf({
    facts: system.facts,
    space,
    method: SOLVERS.lu,
    preconditioner: 'none',
    x: back,
    verdict,
    reason,
    iterations: steps,
    restarts: 0,
    history: [{ iteration: steps, residual: verdict.residual }],
    size,
    target,
    bExponent,
    aExponent,
    setupMs: solvedMs - startMs,
    iterationMs: performance.now() - solvedMs,
    place: 'the host',
    ...(factors ? { factors } : {}),
  });
}
