import type { Check } from '../iterate/history.ts';
import { createHistory } from '../iterate/history.ts';
import type { End } from '../iterate/outcome.ts';
import { METHODS } from '../methods/methods.ts';
import { copy, product } from '../space/steps.ts';
import type { System } from '../system/system.ts';
import { describe } from './describe.ts';
import { checkFinite, checkSize } from './given.ts';
import type { SolveOptions } from './options.ts';
import { checkOptions } from './options.ts';
import type { SolveResult } from './result.ts';
import { roundingOf } from './rounding.ts';
import { divide, normOf, scaled, scaleOf } from './scale.ts';
import { solve } from './solve.ts';

/** How to refine. `rtol`, `atol`, `x0`, `maxiter` (of all iterations together), `callback` and `signal` are of the whole. */
export interface RefineOptions extends SolveOptions {
  /** Part of each residual that its correction may leave. Default 1e-3: f32 has few digits more where a matrix is ill-conditioned. */
  readonly innerRtol?: number;
}

/** A correction that leaves more than this part of ‖b − Ax‖ brings nothing. */
const GAIN = 0.5;
/** Iterations of a correction where nothing else is said, for each column. */
const PER_COLUMN = 10;

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
  checkOptions(options);
  const { rtol = 1e-10, atol = 0, x0, innerRtol = 1e-3, callback, signal, maxiter: most, ...rest } = options;
  const { rows, cols } = outer.facts;
  const maxiter = most ?? PER_COLUMN * PER_COLUMN * Math.max(PER_COLUMN, cols);
  checkSize('b', b, rows, 'row');
  if (x0) checkSize('x0', x0, cols, 'column');
  checkFinite(outer.facts, b, x0);
  const scale = scaleOf(b);
  const scaledB = scaled(b, scale);
  const size = normOf(scaledB);
  const target = Math.max(rtol * size, atol * scale);
  const space = outer.newSpace();
  const [right, at, rest0] = [space.vector(rows), space.vector(cols), space.vector(rows)];
  try {
    await space.write(right, scaledB);
    const residualRun = await space.compile([copy(right, rest0), product(outer.A, at, rest0, { alpha: -1, beta: 1 })]);
    const residualOf = async (x: Float64Array): Promise<Float64Array> => {
      await space.write(at, x);
      await residualRun.run();
      return Float64Array.from(await space.read(rest0));
    };
    let x = x0 && size > 0 ? scaled(x0, scale) : new Float64Array(cols);
    let r = await residualOf(x);
    const beganMs = performance.now();
    let [length, iterations, corrections] = [normOf(r), 0, 0];
    const history = createHistory();
    const look = (): void => {
      const check: Check = { iteration: iterations, residual: length / scale };
      history.add(check);
      callback?.(check);
    };
    look();
    let last: SolveResult | undefined;
    let reason: End = 'converged';
    while (!(length <= target)) {
      if (signal?.aborted) reason = 'aborted';
      else if (iterations >= maxiter) reason = 'limit';
      else {
        last = await solve(inner, r, {
          ...rest,
          rtol: Math.max(innerRtol, (0.5 * target) / length),
          maxiter: Math.min(maxiter - iterations, PER_COLUMN * Math.max(PER_COLUMN, cols)),
          ...(signal ? { signal } : {}),
        });
        iterations += last.iterations;
        corrections++;
        const { x: d } = last;
        const next = x.map((value, i) => value + (d[i] as number));
        const left = await residualOf(next);
        const now = normOf(left);
        const gained = now <= GAIN * length;
        if (now < length) [x, r, length] = [next, left, now];
        look();
        if (gained) continue;
        reason = signal?.aborted ? 'aborted' : last.reason === 'breakdown' ? 'breakdown' : 'stagnation';
        if (length <= target) reason = 'converged';
      }
      break;
    }
    const iterationMs = performance.now() - beganMs;
    const method = METHODS[last?.method ?? options.method ?? 'cg'];
    const preconditioner = last?.preconditioner ?? 'none';
    const relativeResidual = size > 0 ? length / size : length;
    const outcome = {
      reason,
      iterations,
      restarts: corrections,
      truth: { residual: length / scale },
      leastSquares: false,
      history: history.list(),
      ...(reason === 'breakdown' ? { broken: { kind: 'zero' as const, what: last?.message ?? '' } } : {}),
    };
    const rounding = await roundingOf(outer, space, {
      outcome: { ...outcome, truth: { residual: length } },
      x,
      size,
      target,
    });
    const facts = {
      isSymmetric: outer.facts.isSymmetric,
      isSingle: space.precision === 'f32',
      ...(rounding ? { rounding } : {}),
    };
    return {
      x: divide(x, scale),
      converged: reason === 'converged',
      reason: rounding?.isReached ? 'rounding' : reason,
      ...describe({ method, preconditioner, outcome, relative: relativeResidual, tolerance: target / scale, ...facts }),
      method: method.id,
      preconditioner,
      chosen: last?.chosen ?? [],
      iterations,
      restarts: corrections,
      residual: length / scale,
      relativeResidual,
      leastSquares: false,
      tolerance: target / scale,
      ...(rounding ? { reachable: rounding.reachable } : {}),
      history: history.list(),
      setupMs: beganMs - startMs,
      iterationMs,
      place: `${last?.place ?? 'nowhere'} inside, ${space.place} outside`,
    };
  } finally {
    await space.dispose();
  }
}
