import { SpmvError } from '@spmv/core';
import type { Outcome } from '../iterate/outcome.ts';
import type { Method, MethodId } from '../methods/method.ts';
import type { Rounding } from './rounding.ts';

/** What an outcome is told with. */
export interface Told {
  readonly method: Method;
  readonly preconditioner: string;
  readonly outcome: Omit<Outcome, 'beganMs' | 'endedMs'>;
  readonly relative: number;
  readonly tolerance: number;
  readonly isSymmetric: boolean | undefined;
  readonly isSingle: boolean;
  readonly rounding?: Rounding;
}

/** `1 iteration`, `2 iterations`. */
function counted(iterations: number): string {
  return `${iterations} iteration${iterations === 1 ? '' : 's'}`;
}

/** Three digits. */
function short(value: number): string {
  if (value !== 0 && (value < 1e-3 || value >= 1e5)) return value.toExponential(2);
  return String(Number(value.toPrecision(3)));
}

/** Methods that may do where this one did not. */
function insteadOf({ method: { id }, outcome, isSymmetric }: Told): readonly MethodId[] {
  const { kind } = outcome.broken ?? {};
  if (id === 'cg') return kind === 'indefinite' ? ['minres'] : ['minres', 'lsqr'];
  if (id === 'bicgstab') return ['gmres', ...(isSymmetric ? (['minres'] as const) : []), 'lsqr'];
  if (id === 'minres') return ['lsqr'];
  return id === 'gmres' ? ['lsqr'] : [];
}

function adviceOf(told: Told): string {
  const { method, outcome, isSingle, preconditioner, rounding } = told;
  if (rounding?.isReached)
    return `Give rtol: ${rounding.reachable} or more${isSingle ? ', compute in f64, or refine: f32 inside, f64 outside' : ''}.`;
  if (outcome.broken?.kind === 'indefinite' && preconditioner !== 'none' && outcome.broken.what.startsWith('rᵀM'))
    return "Use M: 'none', or method: 'minres' without a preconditioner.";
  const others = insteadOf(told).map((id) => `'${id}'`);
  if (outcome.broken?.kind === 'not-finite')
    return `Scale the matrix where its products leave the range${others.length > 0 ? `; where it may be singular, use method: ${others.join(' or ')}` : ''}.`;
  if (outcome.reason === 'limit' && rounding)
    return `Give rtol: ${rounding.reachable} or more, which is about what rounding allows, and a larger maxiter.`;
  if (outcome.reason === 'limit')
    return `Give a larger maxiter${others.length > 0 ? `, another preconditioner, or method: ${others[0]}` : ' or a larger rtol'}.`;
  if (isSingle) return 'Compute in f64, or refine: f32 inside, f64 outside.';
  if (others.length === 0) return `Give a larger rtol: ${method.id} gets no further with these numbers.`;
  return `Use method: ${others.join(' or ')}${method.id === 'minres' || method.id === 'cg' ? '; the system may have no solution, and lsqr gives one of least squares' : ''}.`;
}

/** An outcome in a sentence, and as an error where it is no solution. */
export function describe(told: Told): { readonly message: string; readonly error?: SpmvError } {
  const { method, preconditioner, outcome, relative, tolerance, rounding } = told;
  const { iterations, truth, broken, leastSquares } = outcome;
  const name = preconditioner === 'none' ? method.id : `${method.id} with ${preconditioner}`;
  const size = `true residual ${short(truth.residual)}, ${short(relative)} of b`;
  if (outcome.reason === 'converged')
    return {
      message: leastSquares
        ? `${name}: converged to a least-squares solution in ${counted(iterations)}, ${size}`
        : `${name}: converged in ${counted(iterations)}, ${size}`,
    };
  const reason = rounding?.isReached ? 'rounding' : outcome.reason;
  const why = {
    rounding: `reached what rounding allows after ${counted(iterations)}`,
    breakdown: `broke down after ${counted(iterations)}: ${broken?.what ?? ''}`,
    stagnation: `stagnates after ${counted(iterations)}`,
    limit: `reached the limit of ${counted(iterations)}`,
    aborted: `was stopped after ${counted(iterations)}`,
  }[reason];
  const message = `${name} ${why}; ${size}, wanted ${short(tolerance)}`;
  const code = reason !== 'rounding' && broken?.kind === 'indefinite' ? 'SOLVER.INDEFINITE' : 'SOLVER.NOT_CONVERGED';
  const fix = reason === 'aborted' ? 'Solve again from x0: x.' : adviceOf(told);
  return {
    message,
    error: new SpmvError(code, `${message}.`, {
      fix,
      details: {
        reason,
        iterations,
        residual: truth.residual,
        tolerance,
        ...(rounding ? { reachable: rounding.reachable } : {}),
        ...(reason === 'rounding' ? { instead: [] } : { instead: insteadOf(told), ...broken }),
      },
    }),
  };
}
