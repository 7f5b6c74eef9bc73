import type { Cell, Step } from '../space/step.ts';
import { copy, linear, product, scalar } from '../space/steps.ts';
import type { Method } from './method.ts';
import { lookAt } from './method.ts';
import { cellsOfNumbers, pairsRead } from './pairs.ts';

/**
 * Stabilised biconjugate gradients, preconditioned from the right, so that r is b − Ax. An iteration is two products, the first with r̂ᵀv in its pass, the second with
 * tᵀs and tᵀt.
 */
export const bicgstab: Method = {
  id: 'bicgstab',
  title: 'stabilised biconjugate gradients',
  source:
    'H. A. van der Vorst, Bi-CGSTAB, SIAM J. Sci. Stat. Comput. 13, 1992; Barrett et al., Templates, 1994, section 2.3.8',
  needs: { square: true, symmetric: false, transpose: false },
  preconditioner: 'any',
  products: 2,
  start({ space, A, M, b, x }) {
    const n = A.shape.rows;
    const vector = (): Cell => space.vector(n);
    const [r, shadow, p, v, t] = [vector(), vector(), vector(), vector(), vector()];
    const [pHat, rHat] = M ? [vector(), vector()] : [p, r];
    const [alpha, omega, share] = [space.scalar(), space.scalar(), space.scalar()];
    const [along, ts, tt, size] = [space.scalar(), space.scalar(), space.scalar(), space.scalar()];
    // Sums conjugate the other vector, and ω is made of tᴴs.
    const st = space.partsOf && space.scalar();
    const rhos: readonly [Cell, Cell] = [space.scalar(), space.scalar()];
    const iteration = (rho: Cell, next: Cell): readonly Step[] => [
      ...(M ? M(p, pHat) : []),
      product(A, pHat, v, { dot: [shadow, along] }),
      scalar('quotient', alpha, [rho, along]),
      linear(v, r, { a: alpha, alpha: -1 }), // s, in the place of r
      linear(pHat, x, { a: alpha }),
      ...(M ? M(r, rHat) : []),
      product(A, rHat, t, { dot: [r, st ?? ts], norm: tt }),
      ...(st ? [scalar('conjugate', ts, [st])] : []),
      scalar('quotient', omega, [ts, tt]),
      linear(rHat, x, { a: omega }),
      linear(t, r, { a: omega, alpha: -1, dot: [shadow, next], norm: size }),
      scalar('ratio', share, [next, alpha, rho, omega]),
      linear(v, p, { a: omega, alpha: -1 }),
      linear(r, p, { b: share }),
    ];
    return {
      begin: [
        copy(b, r),
        product(A, x, r, { alpha: -1, beta: 1, norm: size }),
        copy(r, shadow),
        copy(r, p),
        scalar('copy', rhos[0], [size]),
      ],
      cycle: [() => iteration(rhos[0], rhos[1]), () => iteration(rhos[1], rhos[0])],
      mayGrow: true,
      watch: (k) => [size, ...cellsOfNumbers(space, [along, omega, rhos[k % 2]])],
      judge: ([squared = 0, ...divisors], k) => {
        const [rv = 0, w = 0, rho = 0] = pairsRead(space, divisors).map((pair) => Math.hypot(...pair));
        return lookAt(squared, k === 0 ? {} : { 'r̂ᵀAM⁻¹p': rv, 'the step ω': w, r̂ᵀr: rho });
      },
    };
  },
};
