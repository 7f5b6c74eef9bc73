import type { Precision } from '@spmv/core';
import { PRECISIONS, SpmvError } from '@spmv/core';
import type { Reason } from '../iterate/outcome.ts';
import type { Broken, MethodId, Solver } from '../methods/method.ts';
import type { Rounding } from './rounding.ts';
import { insteadText } from './instead.ts';
import type { FactorFacts } from './result.ts';
import { roundedUp } from './rounding.ts';
import { isDirect } from './solvers.ts';

/** What an outcome is told with. */
export interface Told {
  readonly method: Solver;
  readonly preconditioner: string;
  readonly reason: Reason;
  readonly iterations: number;
  readonly broken: Broken | undefined;
  readonly leastSquares: boolean;
  /** ‖b − Ax‖, the same over ‖b‖, and what it was to become. */
  readonly residual: number;
  readonly relative: number;
  readonly tolerance: number;
  /** The same over ‖b‖. */
  readonly wanted: number;
  /** What rounding of x may change of Ax over ‖b‖, where that alone is more than was asked for. */
  readonly rounded: number | undefined;
  readonly isSquare: boolean;
  readonly isSymmetric: boolean | undefined;
  readonly isSingle: boolean;
  /** The precision of f64 that numbers like these have. */
  readonly double: Precision;
  readonly isFunction: boolean;
  readonly rounding: Rounding | undefined;
  /** What factors say of A and x, where there are any. */
  readonly factors?: FactorFacts | undefined;
}

/** `1 iteration`, `2 iterations`; a direct method has corrections. */
function counted(iterations: number, id: MethodId): string {
  return `${iterations} ${isDirect(id) ? 'correction' : 'iteration'}${iterations === 1 ? '' : 's'}`;
}

/** As a sentence begins. */
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Three digits. */
function short(value: number): string {
  if (value !== 0 && (value < 1e-3 || value >= 1e5)) return value.toExponential(2);
  return String(Number(value.toPrecision(3)));
}

/** A size, where f64 may not hold it. */
function sizeText(value: number, isPositive: boolean): string {
  if (value === 0 && isPositive) return `below ${Number.MIN_VALUE}`;
  return value === Infinity ? 'above 1.79e+308' : short(value);
}

/** Methods that may do where this one did not, but those that were tried. */
function insteadOf({ method: { id }, broken, isSymmetric }: Told, tried: readonly MethodId[]): readonly MethodId[] {
  const methods = (): readonly MethodId[] => {
    if (id === 'cg') return broken?.kind === 'indefinite' ? ['minres'] : ['minres', 'lsqr'];
    if (id === 'cholesky') return ['ldlt'];
    if (isDirect(id)) return ['lsqr'];
    if (id === 'bicgstab') return ['gmres', ...(isSymmetric ? (['minres'] as const) : []), 'lsqr'];
    return id === 'lsqr' ? [] : ['lsqr'];
  };
  return methods().filter((method) => !tried.includes(method));
}

const SCALE = 'scale the rows of the matrix so that their numbers are alike';
/** The same of a matrix that is a function, whose numbers nobody knows. */
const RANGE =
  'see that the function writes finite numbers, and multiply A and b by a power of two that brings theirs to about 1';
const SINGULAR = '; where it is singular, x is about the best there is.';
/** What f64 has digits for. */
const DOUBLE = 1e-13;

function adviceOf(told: Told, tried: readonly MethodId[]): string {
  const { method, reason, broken, isSingle, double, isFunction, preconditioner, rounding, rounded, isSquare } = told;
  const isDouble = isSingle && told.wanted >= DOUBLE;
  const wide = `compute in ${double}`;
  const wider = PRECISIONS[double].components === 2 ? wide : `${wide}, or refine: f32 inside, f64 outside`;
  if (reason === 'aborted')
    return isDirect(method.id)
      ? 'Give factors more time, or use an iterative method, whose x so far is kept.'
      : 'Solve again from x0: x.';
  if (reason === 'least-squares')
    return `${tried.length > 0 ? 'Every method that fits was tried: mend' : 'Mend'} A or b where a solution is expected; where least squares are wanted, take x.`;
  if (rounding?.isReached) return `Give rtol: ${rounding.reachable} or more${isDouble ? `; or ${wider}` : ''}.`;
  if (broken?.kind === 'indefinite' && preconditioner !== 'none' && broken.what.startsWith('rᵀM'))
    return method.id === 'minres' ? "Use M: 'none'." : "Use M: 'none', or method: 'minres' with M: 'none'.";
  if (rounded !== undefined && reason !== 'limit') return `Give rtol: ${roundedUp(2 * rounded)} or more, or ${SCALE}.`;
  const others = insteadOf(told, tried);
  const use = (methods = others): string => `method: ${insteadText(methods, preconditioner)}`;
  if (broken?.kind === 'range')
    return `Divide b by a power of two, and multiply x by it${isSingle ? `, or ${wide}` : ''}.`;
  if (broken?.kind === 'preconditioner') return "See that M writes finite numbers, or use M: 'none'.";
  if (broken?.kind === 'growth') {
    const methods = [...(isFunction ? [] : (['direct'] as const)), ...others].slice(0, 2);
    return `${preconditioner === 'none' ? 'Give a preconditioner' : 'Give another preconditioner'}${methods.length > 0 ? `, or use ${use(methods)}` : ''}.`;
  }
  if (broken?.kind === 'not-finite')
    return `${upper(`${isDouble ? `${wide}, or ` : ''}${isFunction ? RANGE : SCALE}`)}${others.length > 0 ? `; where it may be singular, use ${use()}` : ''}.`;
  if (reason === 'limit' && rounding)
    return `Give rtol: ${rounding.reachable} or more, which is about what rounding allows, and a larger maxiter.`;
  if (reason === 'limit')
    return `Give a larger maxiter${others.length > 0 ? `, another preconditioner, or ${use(others.slice(0, 1))}` : ' or a larger rtol'}.`;
  if (tried.length > 0 && others.length === 0)
    return `Every method that fits was tried: ${SCALE}, or give a preconditioner M of your own${SINGULAR}`;
  if (isDouble) return `${upper(wider)}.`;
  if (others.length === 0) return isSquare ? `${upper(SCALE)}${SINGULAR}` : 'Give a larger rtol.';
  const without = method.preconditioner === 'definite' && preconditioner !== 'none' ? "M: 'none', or " : '';
  return `Use ${without}${use()}${method.id === 'minres' || method.id === 'cg' ? '; the system may have no solution, and lsqr gives one of least squares' : ''}.`;
}

function codeOf({ reason, broken }: Told): 'SOLVER.INCONSISTENT' | 'SOLVER.INDEFINITE' | 'SOLVER.NOT_CONVERGED' {
  if (reason === 'least-squares') return 'SOLVER.INCONSISTENT';
  return reason !== 'rounding' && broken?.kind === 'indefinite' ? 'SOLVER.INDEFINITE' : 'SOLVER.NOT_CONVERGED';
}

/** Other methods that were tried on the same system, and how that is said. */
export interface Besides {
  readonly tried: readonly MethodId[];
  readonly besides: string;
}

/** How many digits of x are right: a small residual says nothing of that. */
function digitsText({ factors, broken }: Told): string {
  if (!factors) return '';
  const { forwardError, backwardError, condition } = factors;
  const known = `; backward error ${short(backwardError)}, condition of A about ${short(condition)}`;
  // Its digits are lost in the range, not in A.
  if (broken?.kind === 'range') return known;
  if (!(forwardError < 0.1)) return `${known}: A is so near to singular that no digit of x is certain`;
  const digits = Math.min(15, Math.floor(-Math.log10(Math.max(forwardError, Number.MIN_VALUE))));
  return `${known}; about ${digits} digit${digits === 1 ? '' : 's'} of x ${digits === 1 ? 'is' : 'are'} right`;
}

/** An outcome in a sentence, and as an error where it is no solution. */
export function describe(
  told: Told,
  { tried, besides }: Besides = { tried: [], besides: '' },
): { readonly message: string; readonly error?: SpmvError } {
  const { method, preconditioner, iterations, reason, residual, relative, tolerance, rounding, broken, rounded } = told;
  const name = preconditioner === 'none' ? method.id : `${method.id} with ${preconditioner}`;
  const size = `true residual ${sizeText(residual, relative > 0)}, ${short(relative)} of b`;
  if (reason === 'converged')
    return {
      message: told.leastSquares
        ? `${name}: converged to a least-squares solution in ${counted(iterations, method.id)}, ${size}${besides}`
        : `${name}: converged in ${counted(iterations, method.id)}, ${size}${digitsText(told)}${besides}`,
    };
  const why = {
    'least-squares': `: Ax = b has no solution, a least-squares solution in ${counted(iterations, method.id)}`,
    rounding: ` reached what rounding allows after ${counted(iterations, method.id)}`,
    breakdown: ` broke down after ${counted(iterations, method.id)}: ${broken?.what ?? ''}`,
    stagnation: ` stagnates after ${counted(iterations, method.id)}: no better x was found`,
    limit: ` reached the limit of ${counted(iterations, method.id)}`,
    aborted: ` was stopped after ${counted(iterations, method.id)}`,
  }[reason];
  // That it is none was said.
  const wanted = Number.isNaN(residual) ? '' : `; ${size}, wanted ${sizeText(tolerance, told.wanted > 0)}`;
  const rounds = rounded === undefined ? '' : `, but rounding of x may change ${short(rounded)} of b`;
  const message = `${name}${why}${wanted}${rounds}${digitsText(told)}${besides}`;
  return {
    message,
    error: new SpmvError(codeOf(told), `${message}.`, {
      fix: adviceOf(told, tried),
      details: {
        reason,
        iterations,
        residual,
        tolerance,
        ...(rounding ? { reachable: rounding.reachable } : {}),
        ...(reason === 'rounding' || reason === 'least-squares'
          ? { instead: [] }
          : { instead: insteadOf(told, tried), ...broken }),
      },
    }),
  };
}
