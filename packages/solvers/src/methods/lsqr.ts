import type { Cell, Step } from '../space/step.ts';
import { advance, copy, linear, product, scalar } from '../space/steps.ts';
import type { Method } from './method.ts';
import { overflowOf } from './method.ts';

/** y ← (β·b)·y. A step names two vectors; the factor 0 leaves the other one unread. */
function scaled(y: Cell, unread: Cell, b: Cell, beta = 1): Step {
  return linear(unread, y, { alpha: 0, b, beta });
}

/**
 * Least squares, min ‖b − Ax‖, of any matrix: Golub and Kahan's bidiagonalisation with a rotation an iteration. From x = 0 it finds, of all solutions, the smallest. ‖Aᵀr‖ is
 * read off the numbers of the recurrence.
 */
export const lsqr: Method = {
  id: 'lsqr',
  title: 'least squares by bidiagonalisation',
  source:
    'C. C. Paige, M. A. Saunders, LSQR: an algorithm for sparse linear equations and sparse least squares, ACM TOMS 8, 1982',
  needs: { square: false, symmetric: false, transpose: true },
  preconditioner: 'none',
  products: 2,
  start({ space, A, AT, b, x }) {
    if (!AT) throw new RangeError('lsqr needs the transpose');
    const [u, v, w] = [space.vector(A.shape.rows), space.vector(A.shape.cols), space.vector(A.shape.cols)];
    const number = (): Cell => space.scalar();
    const one = space.scalar(1);
    const [squared, alpha, beta, inverse, rho, c, s, theta, phi] = [
      number(),
      number(),
      number(),
      number(),
      number(),
      number(),
      number(),
      number(),
      number(),
    ];
    const [step, share] = [number(), number()];
    const rhoBars: readonly [Cell, Cell] = [number(), number()];
    const phiBars: readonly [Cell, Cell] = [number(), number()];
    /** y ← y/√(the sum that was taken of it), which goes to `length`. */
    const normalise = (y: Cell, unread: Cell, length: Cell): readonly Step[] => [
      scalar('root', length, [squared]),
      scalar('quotient', inverse, [one, length]),
      scaled(y, unread, inverse),
    ];
    const iteration = (at: 0 | 1): readonly Step[] => [
      scaled(u, b, alpha, -1),
      product(A, v, u, { beta: 1, norm: squared }),
      ...normalise(u, b, beta),
      scaled(v, x, beta, -1),
      product(AT, u, v, { beta: 1, norm: squared }),
      ...normalise(v, x, alpha),
      scalar('hypot', rho, [rhoBars[at], beta]),
      scalar('quotient', c, [rhoBars[at], rho]),
      scalar('quotient', s, [beta, rho]),
      scalar('product', theta, [s, alpha]),
      scalar('product', rhoBars[1 - at], [c, alpha], -1),
      scalar('product', phi, [c, phiBars[at]]),
      scalar('product', phiBars[1 - at], [s, phiBars[at]]),
      scalar('quotient', step, [phi, rho]),
      scalar('quotient', share, [theta, rho], -1),
      advance(w, step, x, v, share),
    ];
    return {
      begin: [
        copy(b, u),
        product(A, x, u, { alpha: -1, beta: 1, norm: squared }),
        ...normalise(u, b, beta),
        product(AT, u, v, { norm: squared }),
        ...normalise(v, x, alpha),
        copy(v, w),
        scalar('copy', phiBars[0], [beta]),
        scalar('copy', rhoBars[0], [alpha]),
      ],
      cycle: [() => iteration(0), () => iteration(1)],
      watch: (k) => [phiBars[k % 2], alpha, c],
      judge: ([phiBar = 0, length = 0, cosine = 0], k) => {
        const residual = Math.abs(phiBar);
        const normal = residual * length * (k === 0 ? 1 : Math.abs(cosine));
        if (length === 0 && residual > 0) return { residual, normal, broken: { kind: 'zero', what: '‖Aᵀr‖ is 0' } };
        if (Number.isFinite(residual) && Number.isFinite(normal)) return { residual, normal };
        return {
          residual,
          broken: Number.isFinite(residual) ? overflowOf('‖Aᵀr‖', normal) : overflowOf('‖r‖', residual),
        };
      },
    };
  },
};
