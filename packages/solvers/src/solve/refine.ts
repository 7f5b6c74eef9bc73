import { checkOptions } from '@spmv/core';
import type { Check } from '../iterate/history.ts';
import { createHistory } from '../iterate/history.ts';
import type { End } from '../iterate/outcome.ts';
import type { Broken } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import { copy, product } from '../space/steps.ts';
import type { LinearMap } from '../space/step.ts';
import { scaledSystem } from '../system/scaled-system.ts';
import type { System } from '../system/system.ts';
import { attemptOf } from './attempt.ts';
import { anglesOf } from './exact-residual.ts';
import { beginningOf, setUnread } from './begin.ts';
import { checkFinite, checkSize, checkSystem } from './given.ts';
import type { SolveOptions } from './options.ts';
import { share, SOLVE_RULES } from './options.ts';
import type { SolveResult } from './result.ts';
import { exponentFor, largestOf, normOf, shift, shifted } from './scale.ts';
import { solve } from './solve.ts';
import { SOLVERS } from './solvers.ts';
import type { LeastSquares } from './found.ts';
import type { SolveVerdict } from './verdict.ts';
import { judge, ruinOf } from './verdict.ts';

/** How to refine. `rtol`, `atol`, `x0`, `maxiter` (of all iterations together), `callback` and `signal` are of the whole. */
export interface RefineOptions extends SolveOptions {
  /** Part of each residual that its correction may leave. Default 1e-3: f32 has few digits more where a matrix is ill-conditioned. */
  readonly innerRtol?: number;
}

/** A correction that leaves more than this part of ‖b − Ax‖ brings nothing. */
const GAIN = 0.5;
/** Iterations of a correction where nothing else is said, for each column. */
const PER_COLUMN = 10;
/** `rtol` where nothing else is said. */
const REFINED = 1e-10;
/** A correction that leaves this part of a residual is asked for in any case. */
const INNER_MOST = 0.5;

/** b − Ax of an x of the host, as the space computes it. */
async function residualIn(
  space: Space,
  A: LinearMap,
  b: Float64Array,
): Promise<(x: Float64Array) => Promise<Float64Array>> {
  const [right, at, r] = [space.vector(A.shape.rows), space.vector(A.shape.cols), space.vector(A.shape.rows)];
  await space.write(right, b);
  const run = await space.compile([copy(right, r), product(A, at, r, { alpha: -1, beta: 1 })]);
  return async (x) => {
    await space.write(at, x);
    await run.run();
    return Float64Array.from(await space.read(r));
  };
}

/** What ‖Aᵀr‖ is to become of least squares. */
function leastOf({ coo }: System, b: Float64Array, size: number, rtol: number): LeastSquares | undefined {
  if (!coo || size === 0) return undefined;
  const image = anglesOf(coo, b, size).normal / size;
  return { share: rtol * image, image };
}

/**
 * Solves Ax = b to the precision of `outer` by corrections that are solved in that of `inner`: r = b − Ax in f64, Ad ≈ r in f32, x ← x + d, again and again. Both are of the same
 * matrix; `inner` may be on a device without f64, `outer` is often `hostSystem(coo)`, whose product is computed once for each correction.
 *
 * Each correction gains about −log₁₀(innerRtol) digits while κ(A) is well below 10⁷. Where it is not, corrections bring nothing and the result says `stagnation`. The measure is the true
 * residual, as of `solve`, in the numbers of `outer`. Errors: those of `solve`.
 * Source: N. J. Higham, Accuracy and stability of numerical algorithms, 2002, chapter 12; E. Carson, N. J. Higham, SIAM J. Sci. Comput. 40, 2018.
 */
export async function refine(
  outer: System,
  inner: System,
  b: ArrayLike<number>,
  options: RefineOptions = {},
): Promise<SolveResult<Float64Array>> {
  const startMs = performance.now();
  checkSystem('outer', outer);
  checkSystem('inner', inner);
  checkOptions<RefineOptions>('refine', options, { ...SOLVE_RULES, innerRtol: share });
  const { rtol = REFINED, atol = 0, x0, innerRtol = 1e-3, callback, signal, maxiter: most, ...rest } = options;
  const { rows, cols } = outer.facts.shape;
  const maxiter = most ?? PER_COLUMN * PER_COLUMN * Math.max(PER_COLUMN, cols);
  checkSize('b', b, rows, 'row');
  if (x0) checkSize('x0', x0, cols, 'column');
  checkFinite(outer.facts, b, x0);
  const bExponent = exponentFor(largestOf(b));
  const right = shift(b, bExponent);
  const size = normOf(right);
  const target = Math.max(rtol * size, shifted(atol, bExponent));
  const space = outer.newSpace();
  const { system, exponent: aExponent } = scaledSystem(outer, space.precision);
  const xExponent = bExponent - aExponent;
  const { begin, start } = beginningOf(system.facts, x0, { size, xExponent }, space.precision);
  let x = start;
  try {
    const residualOf = await residualIn(space, system.A, right);
    const sought = leastOf(system, right, size, rtol);
    const given = (): Float64Array => setUnread(system.facts, shift(x, -xExponent), begin);
    const judged = async (reason: End): Promise<SolveVerdict> => {
      const back = given();
      const truth = { residual: normOf(r) };
      // Of a square matrix they are what remains where a method for them was needed.
      const least = rows !== cols || last?.method === 'lsqr' ? sought : undefined;
      const found = { system, entries: outer.coo, space, b: right, size, target, truth, reason, least };
      return judge({ ...found, x: setUnread(system.facts, shift(back, xExponent)), largest: largestOf(back) });
    };
    let last: SolveResult | undefined;
    let r = await residualOf(x);
    let verdict = await judged('stagnation');
    const beganMs = performance.now();
    let [iterations, corrections] = [0, 0];
    const history = createHistory();
    const look = (): void => {
      const check: Check = { iteration: iterations, residual: verdict.residual };
      history.add(check);
      callback?.({ ...check, residual: shifted(check.residual, -bExponent) });
    };
    look();
    let reason: End = 'converged';
    let broken: Broken | undefined;
    while (!verdict.isSolved && !verdict.isLeastSquares) {
      if (signal?.aborted) reason = 'aborted';
      else if (iterations >= maxiter) reason = 'limit';
      // Nothing is left to correct, and x is too large for what was asked.
      else if (largestOf(r) === 0) reason = 'stagnation';
      else {
        // In numbers of A as it is, and of a size for which the correction is about 1.
        const k = exponentFor(largestOf(r));
        last = await solve(inner, shift(r, k - aExponent), {
          ...rest,
          rtol: Math.min(INNER_MOST, Math.max(innerRtol, (0.5 * target) / normOf(r))),
          maxiter: Math.min(maxiter - iterations, PER_COLUMN * Math.max(PER_COLUMN, cols)),
          ...(signal ? { signal } : {}),
        });
        iterations += last.iterations;
        corrections++;
        const before = { x, r, verdict };
        const d = shift(last.x, -k);
        x = x.map((value, i) => value + d[i]);
        r = await residualOf(x);
        verdict = await judged('stagnation');
        const gained =
          verdict.residual <= GAIN * before.verdict.residual ||
          (verdict.normal ?? Infinity) <= GAIN * (before.verdict.normal ?? 0);
        const ruin = ruinOf(space, largestOf(x), largestOf(given()), verdict);
        if (ruin || (!(verdict.residual < before.verdict.residual) && !gained)) ({ x, r, verdict } = before);
        look();
        if (gained && !ruin) continue;
        broken =
          ruin ??
          (last.reason === 'breakdown'
            ? { kind: 'zero', what: `${last.method} breaks down on a correction` }
            : undefined);
        reason = signal?.aborted ? 'aborted' : broken ? 'breakdown' : 'stagnation';
      }
      break;
    }
    if (reason === 'limit' || reason === 'aborted') verdict = await judged(reason);
    const { result } = attemptOf<Float64Array>({
      facts: outer.facts,
      space,
      x: given(),
      verdict,
      reason,
      iterations,
      size,
      target,
      bExponent,
      aExponent,
      method: SOLVERS[last?.method ?? options.method ?? 'cg'],
      preconditioner: last?.preconditioner ?? 'none',
      broken,
      restarts: corrections,
      history: history.list(),
      levels: last?.levels,
      setupMs: beganMs - startMs,
      iterationMs: performance.now() - beganMs,
      place: `${last?.place ?? 'nowhere'} inside, ${space.place} outside`,
    });
    return { ...result, chosen: last?.chosen ?? [] };
  } finally {
    await space.dispose();
  }
}
