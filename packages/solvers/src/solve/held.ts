import type { FactoredSolution, FrontKernel } from '@spmv/direct';
import type { DirectId } from '../methods/method.ts';
import type { PreconditionerId } from '../preconditioners/preconditioner.ts';
import type { LinearMap } from '../space/step.ts';

/** What one right-hand side leaves to the next. */
export interface Held {
  /** Factors by a method, with what is said of them whatever b is. */
  direct?: Pick<FactoredSolution, 'factors' | 'before'> & {
    readonly id: DirectId;
    readonly fronts: FrontKernel | undefined;
    readonly condition: number;
  };
  /** What they give for the b that is next, unrefined. */
  begin?: Float64Array | undefined;
  /** Multiplications of factors that were refused. */
  dear?: number;
  /** M⁻¹ of the host, by name. */
  readonly preconditioners: Map<PreconditionerId, LinearMap>;
}
