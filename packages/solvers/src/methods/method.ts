import type { FactorMethod } from '@spmv/direct';
import type { LevelFacts } from '@spmv/multigrid';
import type { CycleSteps } from '../iterate/cycle.ts';
import type { Space } from '../space/space.ts';
import type { Cell, LinearMap, Step } from '../space/step.ts';

/** z ← M⁻¹r as steps; s ← zᵀr where s is given. */
export interface Apply {
  (r: Cell, z: Cell, s?: Cell): readonly Step[];
  /** M⁻¹ itself where it is a diagonal: z = d∘r, which a pass over r may compute as it goes. */
  readonly diagonal?: Cell;
  /** What its levels are, of multigrid. */
  readonly levels?: LevelFacts;
}

/** Ax = b in a space. */
export interface SpaceProblem {
  readonly space: Space;
  readonly A: LinearMap;
  /** Aᵀ, for methods that need it. */
  readonly AT?: LinearMap;
  /** Absent: no preconditioner. */
  readonly M?: Apply;
  readonly b: Cell;
  /** The initial guess, and after each iteration the solution so far. */
  readonly x: Cell;
  /** Iterations after which GMRES begins anew. */
  readonly restart: number;
}

/** Why a method cannot go on. */
export interface Broken {
  /** `indefinite`: a method for definite matrices met xᵀAx of both signs, or M is not definite. `zero`: a number to divide by is 0. `not-finite`: a number is NaN, infinite, or so large that nothing is left beside it. `range`: x is no number of the precision. `growth`: the residual stays far above what it was. `preconditioner`: an M of the caller wrote a number that is not finite. */
  readonly kind: 'indefinite' | 'zero' | 'not-finite' | 'range' | 'growth' | 'preconditioner';
  /** What was found, with its number. */
  readonly what: string;
  /** x has been changed by it: the one of the check before is the last that is worth something. */
  readonly isSpent?: boolean;
}

/** What the numbers of a method say. */
export interface Look {
  /** ‖b − Ax‖ as the method has it. */
  readonly residual: number;
  /** ‖Aᵀ(b − Ax)‖ as the method has it; least squares only. */
  readonly normal?: number;
  readonly broken?: Broken;
}

/** A method on a problem, as plain data: steps, and how their numbers are read. */
export interface Iteration {
  /** Begins from the x there is. */
  readonly begin: readonly Step[];
  /** Iteration k computes `cycle[k % cycle.length]`: vectors change places from one to the next. */
  readonly cycle: CycleSteps;
  /** Numbers to read after iteration k (0 is `begin`), where iterations since `from` are new. */
  watch(k: number, from: number): readonly Cell[];
  /** What they say. Called in the order of k, once for each `watch`. */
  judge(values: readonly number[], k: number, from: number): Look;
  /**
   * Brings x up to date with the k iterations since `begin`, where they do not do it themselves; `begin` follows. A method that has it begins anew after each
   * cycle.
   */
  readonly settle?: (k: number) => Promise<void>;
  /** Nothing that the method computes falls all the way: a residual that grew may stay large. */
  readonly mayGrow?: boolean;
  /** The residual is one in another norm: it stands for ‖b − Ax‖ up to a factor. */
  readonly isProxy?: boolean;
}

/** Names of the methods for Ax = b that iterate. */
export type IterativeId = 'cg' | 'bicgstab' | 'gmres' | 'minres' | 'lsqr';

/** Names of the methods that factor A; `direct` is whichever of them suits it. */
export type DirectId = FactorMethod | 'direct';

/** Names of the methods for Ax = b. */
export type MethodId = IterativeId | DirectId;

/** A method, and what it is for. */
export interface Method {
  readonly id: IterativeId;
  readonly title: string;
  readonly source: string;
  /** What it asks of a matrix. */
  readonly needs: { readonly square: boolean; readonly symmetric: boolean; readonly transpose: boolean };
  /** Whether it takes a preconditioner, and which. */
  readonly preconditioner: 'none' | 'any' | 'definite';
  /** Products with A or Aᵀ in an iteration. */
  readonly products: number;
  start(problem: SpaceProblem): Iteration;
}

/** A method by name, iterative or not, with the preconditioners that it takes. */
export type Solver = Pick<Method, 'preconditioner'> & { readonly id: MethodId };

/** A number that no method goes on from. */
export function overflowOf(name: string, value: number): Broken {
  const why = Number.isNaN(value) ? 'numbers that it is made of overflowed, or are none' : 'it overflowed';
  return { kind: 'not-finite', what: `${name} is ${value}: ${why}` };
}

/** A residual that grew and did not come back. */
export function growthOf(residual: number, first: number): Broken {
  return {
    kind: 'growth',
    what: `it diverges, its residual being ${(residual / first).toPrecision(2)} times the first`,
  };
}

/** A look at ‖r‖², and at what else must be a number that is not 0. */
export function lookAt(squared: number, divisors: Readonly<Record<string, number>> = {}): Look {
  const residual = Math.sqrt(squared);
  if (!Number.isFinite(residual)) return { residual, broken: overflowOf('‖r‖²', squared) };
  if (residual === 0) return { residual };
  for (const [name, value] of Object.entries(divisors)) {
    if (value === 0) return { residual, broken: { kind: 'zero', what: `${name} is 0` } };
    if (!Number.isFinite(value)) return { residual, broken: overflowOf(name, value) };
  }
  return { residual };
}
