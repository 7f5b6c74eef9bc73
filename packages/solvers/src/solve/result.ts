import type { SpmvError, ValueArray } from '@spmv/core';
import type { LevelFacts } from '@spmv/multigrid';
import type { Check } from '../iterate/history.ts';
import type { Reason } from '../iterate/outcome.ts';
import type { MethodId } from '../methods/method.ts';

/** What factors of A say of it and of x. */
export interface FactorFacts {
  /** Of factors and their diagonal, and that number over the entries of A. */
  readonly entries: number;
  readonly fill: number;
  /** How rows and columns were ordered, and which pivots were taken, in words. */
  readonly ordering: string;
  readonly pivots: string;
  /** What computed them. */
  readonly code: 'JavaScript' | 'compiled' | 'WebAssembly';
  /** Factorizations that failed or left more than rounding, with the reason. */
  readonly before: readonly string[];
  /** max |b − Ax|ᵢ/(|A||x| + |b|)ᵢ: each entry of A and b has to change by no larger part for x to be exact. */
  readonly backwardError: number;
  /** An estimate of ‖A‖₁‖A⁻¹‖₁. */
  readonly condition: number;
  /** An estimate of ‖x − A⁻¹b‖/‖x‖. */
  readonly forwardError: number;
}

/** One of the methods that were tried. */
export interface Tried {
  readonly method: MethodId;
  readonly preconditioner: string;
  /** Why it ended; `left-out`: it does not fit the matrix, or would take too long. */
  readonly reason: Reason | 'left-out';
  /** It in a sentence. */
  readonly message: string;
  readonly iterations: number;
  /** Milliseconds by the host's clock. */
  readonly ms: number;
}

/** What came of solving Ax = b. */
export interface SolveResult<N extends ValueArray = ValueArray> {
  /** The last x; the solution where `converged`. */
  readonly x: N;
  /**
   * x is finite, ‖b − Ax‖ of this x, in arithmetic that rounding of A·x cannot hide, is at most max(rtol·‖b‖, atol), and so is what rounding of x may change of it. Of a matrix that is not square also: x is a least-squares
   * solution, ‖Aᵀ(b − Ax)‖ ≤ rtol·(‖Aᵀb‖/‖b‖)·‖b − Ax‖. Or x is by factors, in f64, `factors.backwardError` is at most 10·2⁻⁵³ and `factors.forwardError` below 0.1.
   */
  readonly converged: boolean;
  /**
   * `converged`; `least-squares`: a square system is shown to have no solution, and x leaves least of b; `breakdown`: a number that the method divides by became 0, negative where it must not, or not finite, or the residual stays far above the first; `stagnation`: the residual falls no more;
   * `rounding`: it falls no more because it is made of rounding, and `reachable` is what can be asked for; `limit`: maxiter; `aborted`: by the signal.
   */
  readonly reason: Reason;
  /** It in a sentence, with numbers. */
  readonly message: string;
  /** Why it did not converge and which method fits instead; not thrown, since x and its residual may be of use. */
  readonly error?: SpmvError;
  readonly method: MethodId;
  readonly preconditioner: string;
  /** Why this method and this preconditioner, where they were not given, and what was tried before them. */
  readonly chosen: readonly string[];
  /** Each method that was tried, in their order. */
  readonly attempts: readonly Tried[];
  /** Of all methods that were tried, as `restarts`, `history` and both times. */
  readonly iterations: number;
  /** How often it began again from x, because a claim of convergence was not confirmed or a number became 0. */
  readonly restarts: number;
  /** ‖b − Ax‖ of the x given back, computed anew. */
  readonly residual: number;
  /** The same over ‖b‖; 0 for b = 0 and x = 0. */
  readonly relativeResidual: number;
  /** ‖b − Ax‖/(‖A‖‖x‖ + ‖b‖): x solves a system of which A and b differ by this part from these. ‖A‖ is a bound by the entries, or of a function an estimate. */
  readonly backwardError: number;
  /** ‖A‖‖x‖/‖b‖, what is known of the condition of the system: where x solves it, ‖A‖‖A⁻¹‖ is about as large or larger. 0 for b = 0. */
  readonly condition: number;
  /** Of direct methods: fill, pivots, and estimates of the condition of A, which no b changes as it does `condition` above, and of how far x is from A⁻¹b. */
  readonly factors?: FactorFacts;
  /** Of multigrid: rows and entries of its levels, complexities, memory; and what each cycle left of the residual, the mean between two checks where these are further apart. */
  readonly levels?: LevelFacts & { readonly cycles: readonly number[] };
  /** ‖Aᵀ(b − Ax)‖; LSQR only, and not of every solution. */
  readonly normalResidual?: number;
  /** x is a least-squares solution. Of a square system it is shown that no x leaves as little as was asked for; of another shape it is one to `rtol`. */
  readonly leastSquares: boolean;
  /** What ‖b − Ax‖ was to become. */
  readonly tolerance: number;
  /** The smallest `rtol` that this precision has digits for, about; where less was asked for, and that or a limit ended it. */
  readonly reachable?: number;
  /** ‖b − Ax‖ as the method had it at its checks, at most about a thousand of them. */
  readonly history: readonly Check[];
  /**
   * Milliseconds by the host's clock before the first iteration: choice, preconditioner, vectors and operators, which a system that was solved before has already, and the first
   * residual. What `deviceSystem` took is not in it.
   */
  readonly setupMs: number;
  /** The same from there to the last residual, callbacks included; of a refinement also what its inner systems prepare. */
  readonly iterationMs: number;
  /** Where it was computed. */
  readonly place: string;
}
