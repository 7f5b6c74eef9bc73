import type { CooMatrix, LinearOperator, ValueArray } from '@spmv/core';
import { shown, SpmvError } from '@spmv/core';
import type { Apply, Broken, IterativeId, Method, SpaceProblem } from '../methods/method.ts';
import { METHODS } from '../methods/methods.ts';
import { multigridCycle } from '../preconditioners/multigrid.ts';
import { applying } from '../preconditioners/preconditioner.ts';
import { PRECONDITIONERS } from '../preconditioners/preconditioners.ts';
import type { Space } from '../space/space.ts';
import { writing } from '../space/returned.ts';
import { ownShape } from '../system/facts.ts';
import type { ScaledSystem } from '../system/scaled-system.ts';
import { scaledSystem } from '../system/scaled-system.ts';
import type { System } from '../system/system.ts';
import { beginningOf } from './begin.ts';
import { checkFit } from './fit.ts';
import { imageShareOf } from './image-share.ts';
import { normOfMatrix } from './measure.ts';
import type { SolveOptions } from './options.ts';
import { named } from './options.ts';
import { areFinite, exponentFor, largestOf, normOf, shift, shifted } from './scale.ts';
import type { LeastSquares } from './found.ts';
import type { Held } from './held.ts';

/** One method with one preconditioner. */
export type OneMethod = SolveOptions &
  Required<Pick<SolveOptions, 'method' | 'M'>> & {
    /** Of direct methods: most multiplications that are expected. */
    readonly mostProducts?: number;
    /** Ends it when iterations have taken about as long as the levels of multigrid take to make. */
    readonly untilLevels?: boolean;
    /** What was made for other right-hand sides, and what is left to them. */
    readonly held?: Held;
    /** Ends it from so many iterations on where they took less than a fifth of the residual each, on the average. */
    readonly probation?: number;
  };

/** A system in the numbers that it is solved in: (2^a·A)(2^(b − a)·x) = 2^b·b, so that entries and b are about 1. */
export interface Task {
  readonly space: Space;
  readonly system: System;
  /** Of the system as it was given. */
  readonly entries?: CooMatrix | undefined;
  readonly method: Method;
  readonly preconditioner: string;
  /** What was wrong with what an M of the caller wrote. */
  readonly spoiled?: () => Broken | undefined;
  readonly problem: SpaceProblem;
  readonly b: Float64Array;
  /** ‖b‖. */
  readonly size: number;
  /** What ‖b − Ax‖ is to become. */
  readonly target: number;
  /** x to begin with, as it was given. */
  readonly begin: Float64Array;
  /** Of methods for least squares. */
  readonly least?: LeastSquares;
  /** ‖A‖, for them. */
  readonly norm: number;
  readonly aExponent: number;
  readonly bExponent: number;
  readonly xExponent: number;
}

const PRECONDITIONER = { what: 'The preconditioner M', code: 'SOLVER.PRECONDITIONER' } as const;

const isObject = (M: unknown): M is object => typeof M === 'object' && M !== null;

function isHierarchyLike(M: OneMethod['M']): M is Extract<OneMethod['M'], { levels: unknown }> {
  return isObject(M) && 'levels' in M;
}

/** Whatever was given, since not everybody compiles. */
function isOperatorLike(M: unknown): boolean {
  return isObject(M) && 'shape' in M && isObject(M.shape) && 'apply' in M && typeof M.apply === 'function';
}

/** z ← M⁻¹r by a function of the caller, and what was wrong with the first z that was. */
function watched(M: LinearOperator<ValueArray>): { readonly map: LinearOperator<ValueArray>; spoiled?: Broken } {
  const one: ReturnType<typeof watched> = {
    map: writing(PRECONDITIONER, M, (r, z) => {
      if (one.spoiled || areFinite(z) || !areFinite(r)) return;
      const i = z.findIndex((value) => !Number.isFinite(value));
      one.spoiled = { kind: 'preconditioner', what: `M made z[${i}] = ${z[i]} of an r that is finite` };
    }),
  };
  return one;
}

/** z ← M⁻¹r, and its name. Errors: `SOLVER.PRECONDITIONER`. */
async function preconditionerOf(
  method: Method,
  { M, signal, held }: OneMethod,
  { system, exponent }: ScaledSystem,
  space: Space,
): Promise<{ readonly name: string; readonly apply?: Apply; spoiled?(): Broken | undefined }> {
  if (M === 'none') return { name: 'none' };
  if (method.preconditioner === 'none')
    throw new SpmvError('SOLVER.PRECONDITIONER', `${method.id} takes no preconditioner.`, {
      fix: "Use M: 'none', or scale the columns of the matrix beforehand.",
    });
  if (typeof M === 'string') {
    try {
      const preconditioner = named('preconditioner', PRECONDITIONERS, M);
      const made = held?.preconditioners.get(M) ?? (await preconditioner.prepare(system, space, signal));
      if (preconditioner.isOfHost && typeof made !== 'function') held?.preconditioners.set(M, made);
      return { name: M, apply: typeof made === 'function' ? made : applying(made) };
    } catch (error) {
      // No iteration follows.
      if (signal?.aborted) return { name: M };
      throw error;
    }
  }
  const isHierarchy = isHierarchyLike(M);
  if (!isHierarchy && !isOperatorLike(M))
    throw new SpmvError('SOLVER.PRECONDITIONER', `M is ${shown(M)}, which is no preconditioner.`, {
      fix: `Give a name (${Object.keys(PRECONDITIONERS).join(', ')}), a hierarchy of @spmv/multigrid, or { shape, apply(r, z) } with z ← M⁻¹r.`,
    });
  const [{ rows, cols }, A] = [isHierarchy ? M.levels[0].A.shape : M.shape, system.A.shape];
  if (rows !== A.cols || cols !== A.rows) {
    const { rows: m, cols: n } = ownShape(system.facts);
    const matrix = system.facts.isOfPairs
      ? `the matrix of ${m} × ${n} complex numbers needs ${A.cols} × ${A.rows}, r and z being pairs`
      : `the matrix ${m} × ${n}`;
    throw new SpmvError('SOLVER.PRECONDITIONER', `M is ${rows} × ${cols}, and ${matrix}.`, {
      fix: `Give a linear operator z ← M⁻¹r of ${A.cols} × ${A.rows}.`,
      details: { rows, cols },
    });
  }
  if (isHierarchy) {
    const { map } = system.A.multipleOf ?? { map: system.A };
    return { name: 'multigrid', apply: await multigridCycle(M, map, system, space, shifted(1, -exponent)) };
  }
  const own = watched(M);
  return { name: 'an operator', apply: applying(own.map, shifted(1, -exponent)), spoiled: () => own.spoiled };
}

/** Prepares one method for a system: vectors, preconditioner, and numbers of a size that leaves no range. */
export async function prepareTask(space: Space, given: System, b: Float64Array, options: OneMethod): Promise<Task> {
  const { rtol = 1e-5, atol = 0, x0, restart = 30 } = options;
  const matrix = scaledSystem(given, space.precision);
  const { system, exponent: aExponent } = matrix;
  const { A } = system;
  const method = METHODS[options.method as IterativeId];
  const { M } = options;
  await checkFit(method, typeof M === 'string' ? M : 'an operator', system, space);
  const { name: preconditioner, apply, spoiled } = await preconditionerOf(method, options, matrix, space);
  const largest = largestOf(b);
  const bExponent = exponentFor(largest);
  const xExponent = bExponent - aExponent;
  const AT = method.needs.transpose ? await system.transposed() : undefined;
  const problem: SpaceProblem = {
    space,
    A,
    ...(AT ? { AT } : {}),
    ...(apply ? { M: apply } : {}),
    b: space.vector(A.shape.rows),
    x: space.vector(A.shape.cols),
    restart,
  };
  // A copy of a million numbers takes as long as a cycle of a device.
  const right = bExponent === 0 ? b : shift(b, bExponent);
  const size = normOf(right, shifted(largest, bExponent));
  await space.write(problem.b, right);
  const { begin, start } = beginningOf(system.facts, x0, { size, xExponent }, space.precision);
  await space.write(problem.x, start);
  const image = AT && (await imageShareOf(problem, AT, size));
  return {
    space,
    system,
    entries: given.coo,
    method,
    preconditioner,
    ...(spoiled ? { spoiled } : {}),
    problem,
    size,
    begin,
    aExponent,
    bExponent,
    xExponent,
    b: right,
    target: Math.max(rtol * size, shifted(atol, bExponent)),
    ...(AT ? { least: { share: image === undefined ? -1 : rtol * image, image: image ?? 0 } } : {}),
    norm: AT ? await normOfMatrix(system, space) : 0,
  };
}
