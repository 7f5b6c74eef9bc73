import type { OptionRules } from '@spmv/core';
import { checkOptions, countOption, signalOption, SpmvError } from '@spmv/core';
import { createCycle } from '../iterate/cycle.ts';
import type { Stop } from '../iterate/outcome.ts';
import { createPause } from '../iterate/pause.ts';
import { iterateStretch } from '../iterate/stretch.ts';
import { checkFinite, checkSystem } from '../solve/given.ts';
import { share } from '../solve/options.ts';
import { shifted } from '../solve/scale.ts';
import type { Cell, Step } from '../space/step.ts';
import { linear, product, scalar } from '../space/steps.ts';
import { scaledSystem } from '../system/scaled-system.ts';
import type { System } from '../system/system.ts';
import { inParts } from '../system/system.ts';
import { AIM, defaultTolerance } from './floor.ts';
import { startVector } from './start-vector.ts';

/** How to iterate. */
export interface PowerOptions {
  /** What ‖Av − λv‖ may be, as a part of |λ|. Default 1e-8, or what rounding allows: 5.4e-6 in f32. */
  readonly tol?: number;
  /** Default 10,000. */
  readonly maxiter?: number;
  readonly checkEvery?: number;
  readonly signal?: AbortSignal;
}

const RULES: OptionRules<PowerOptions> = {
  tol: share,
  maxiter: countOption(1),
  checkEvery: countOption(1),
  signal: signalOption,
};

/** The eigenvalue of largest magnitude. */
export interface PowerResult {
  readonly value: number;
  /** Of length 1. */
  readonly vector: Float64Array;
  /** ‖Av − λv‖, computed anew. */
  readonly residual: number;
  readonly converged: boolean;
  readonly reason: 'converged' | 'limit' | 'aborted' | 'breakdown';
  readonly iterations: number;
}

/**
 * The eigenvalue of largest magnitude of any square matrix, by products alone: it converges where that one is real and larger than all others, as fast as their quotient says. λ = vᵀAv.
 * Errors: `SOLVER.UNFIT` for a matrix that is not square; `SOLVER.NOT_FINITE`; `PARAM.OUT_OF_RANGE`.
 */
export async function powerIteration(given: System, options: PowerOptions = {}): Promise<PowerResult> {
  checkSystem('A', given);
  const { facts } = given;
  const { maxiter = 10_000, checkEvery, signal } = options;
  const n = given.A.shape.rows;
  checkOptions('powerIteration', options, RULES);
  checkFinite(facts, []);
  if (n !== given.A.shape.cols || n === 0)
    throw new SpmvError(
      'SOLVER.UNFIT',
      `Eigenvalues are those of a square matrix with rows, and this one is ${n} × ${given.A.shape.cols}.`,
      {
        fix: 'Give a square matrix, or AᵀA for singular values.',
      },
    );
  const parts = await inParts(given);
  const space = parts.newSpace();
  try {
    const { tol = defaultTolerance(space.precision) } = options;
    const { system, exponent } = scaledSystem(parts, space.precision);
    const { A } = system;
    const [x, y] = [space.vector(n), space.vector(n)];
    const [lambda, squared, rest, length, inverse, one] = [
      space.scalar(),
      space.scalar(),
      space.scalar(),
      space.scalar(),
      space.scalar(),
      space.scalar(1),
    ];
    await space.write(x, startVector(n));
    const iteration = (from: Cell, to: Cell): readonly Step[] => [
      product(A, from, to, { dot: [from, lambda], norm: squared }),
      // `from` is not needed any more: its place takes Av − λv, whose length no difference of squares would tell.
      linear(to, from, { b: lambda, beta: -1, norm: rest }),
      scalar('root', length, [squared]),
      scalar('quotient', inverse, [one, length]),
      linear(from, to, { alpha: 0, b: inverse }),
    ];
    const cycle = [() => iteration(x, y), () => iteration(y, x)];
    const judge = ([value = 0, size = 0]: readonly number[]) => {
      const residual = Math.sqrt(size) / Math.abs(value);
      if (Number.isFinite(residual)) return { residual };
      return { residual, broken: { kind: 'not-finite' as const, what: `λ is ${value}, ‖Av − λv‖² ${size}` } };
    };
    const { k, end } = await iterateStretch({
      space,
      method: { begin: [], cycle, watch: () => [lambda, rest], judge },
      begin: { run: () => {} },
      cycle: createCycle(space, cycle),
      start: { iteration: 0, residual: 1 },
      maxiter,
      target: AIM * tol,
      ...(checkEvery ? { checkEvery } : {}),
      onCheck: (_check, { residual, broken }): Stop | 'solved' | undefined => {
        if (residual <= AIM * tol) return 'solved';
        if (broken) return { reason: 'breakdown', broken };
        return signal?.aborted ? { reason: 'aborted' } : undefined;
      },
      pause: createPause(),
    });
    const [v, image] = k % 2 === 0 ? [x, y] : [y, x];
    const found = await space.read(v);
    const anew = await space.compile([
      product(A, v, image, { dot: [v, lambda] }),
      linear(v, image, { a: lambda, alpha: -1, norm: rest }),
    ]);
    await anew.run();
    const [value = 0, left = 0] = await space.numbers([lambda, rest]);
    const residual = Math.sqrt(left);
    const converged = end === 'solved' && residual <= tol * Math.abs(value);
    const why =
      typeof end === 'object' && end.reason !== 'stagnation' && end.reason !== 'converged' ? end.reason : 'limit';
    return {
      value: shifted(value, -exponent),
      vector: Float64Array.from(found),
      residual: shifted(residual, -exponent),
      converged,
      reason: converged ? 'converged' : why,
      iterations: k,
    };
  } finally {
    await space.dispose();
  }
}
