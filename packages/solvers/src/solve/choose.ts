import type { MethodId } from '../methods/method.ts';
import type { PreconditionerId } from '../preconditioners/preconditioner.ts';
import { ownShape } from '../system/facts.ts';
import type { System } from '../system/system.ts';
import type { SolveOptions } from './options.ts';

/** A method and a preconditioner, and why. */
export interface Chosen {
  readonly method: MethodId;
  readonly M: PreconditionerId;
  readonly reasons: readonly string[];
  /** The matrix is of the kind that multigrid is for: it follows once iterations have taken as long as its levels take to make. */
  readonly mayHaveLevels?: boolean;
}

/** The least and the largest of numbers; NaN where one of them is. A loop by index: it runs once, before anything is compiled, and an iterator takes five times as long then. */
function rangeOf(numbers: ArrayLike<number>): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    if (Number.isNaN(value)) return [value, value];
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** What suits a matrix by what is known of it: no product is computed. `given`: the preconditioner that is used whatever suits, which reasons then name. */
export function chooseMethod({ facts, fitsLevels }: System, given?: SolveOptions['M']): Chosen {
  const by = (own: string): string =>
    given === undefined
      ? own
      : given === 'none'
        ? ''
        : ` with ${typeof given === 'string' ? given : 'the given preconditioner'}`;
  const { isSymmetric, diagonal } = facts;
  const { rows, cols } = ownShape(facts);
  const symmetric = facts.isOfPairs ? 'Hermitian' : 'symmetric';
  if (rows !== cols)
    return { method: 'lsqr', M: 'none', reasons: [`${rows} × ${cols} is not square: least squares by lsqr${by('')}`] };
  const [least, most] = rangeOf(diagonal ?? []);
  const isKnown = diagonal !== undefined && rows > 0;
  if (isSymmetric && isKnown && (least > 0 || most < 0))
    return {
      method: 'cg',
      M: 'jacobi',
      ...(least > 0 && fitsLevels?.() ? { mayHaveLevels: true } : {}),
      reasons: [
        `${symmetric} with a ${least > 0 ? 'positive' : 'negative'} diagonal: cg${by(' with jacobi')}, which says so where the matrix is not definite`,
      ],
    };
  if (isSymmetric) {
    // Zeros beside numbers of one sign are those of a saddle point.
    const isSaddle = isKnown && least === 0 && most > 0;
    const own = isSaddle ? ' with schur, a diagonal that takes zeros for a saddle point' : '';
    return {
      method: 'minres',
      M: isSaddle ? 'schur' : 'none',
      reasons: [
        `${symmetric}${isKnown ? `, with ${least} … ${most} on the diagonal, so that it is not definite` : ''}: minres${by(own)}`,
      ],
    };
  }
  const isUsable = diagonal !== undefined && !diagonal.includes(0);
  return {
    method: 'bicgstab',
    M: isUsable ? 'jacobi' : 'none',
    reasons: [
      `square and ${isSymmetric === undefined ? 'perhaps not' : 'not'} ${symmetric}: bicgstab${by(isUsable ? ' with jacobi, no element of the diagonal being 0' : '')}`,
    ],
  };
}
