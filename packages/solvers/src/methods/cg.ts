import type { Cell, Step } from '../space/step.ts';
import { conjugate, copy, descend, product } from '../space/steps.ts';
import type { Look, Method } from './method.ts';
import { lookAt, overflowOf } from './method.ts';

/**
 * Conjugate gradients, with a preconditioner M ≈ A that is symmetric and positive definite. An iteration is one product with pᵀAp in its pass, an update of r with
 * ‖r‖² and rᵀz, and one pass over x and p; both divide the numbers they need themselves. z is a vector of its own only where M is no diagonal.
 */
export const cg: Method = {
  id: 'cg',
  title: 'conjugate gradients',
  source:
    'M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving linear systems, 1952; Barrett et al., Templates, 1994, section 2.3.1',
  needs: { square: true, symmetric: true, transpose: false },
  preconditioner: 'definite',
  products: 1,
  start({ space, A, M, b, x }) {
    const n = A.shape.rows;
    const [r, p, q] = [space.vector(n), space.vector(n), space.vector(n)];
    const d = M?.diagonal;
    const z = M && !d ? space.vector(n) : r;
    const [curvature, size] = [space.scalar(), space.scalar()];
    const rhos: readonly [Cell, Cell] = [space.scalar(), space.scalar()]; // rᵀz of this iteration and of the next, in turns
    const sizeAfter = (k: number): Cell => (M ? size : rhos[k % 2]);
    const iteration = (rho: Cell, next: Cell): readonly Step[] => [
      product(A, p, q, { dot: [p, curvature] }),
      descend(q, [rho, curvature], r, M ? size : next, d ? { d, s: next } : undefined),
      ...(M && !d ? M(r, z, next) : []),
      conjugate(p, [rho, curvature, next], x, z, d),
    ];
    // −A is as good as A: what must not be is two signs.
    const signs = { rho: 0, pAp: 0 };
    return {
      begin: [
        copy(b, r),
        product(A, x, r, { alpha: -1, beta: 1, norm: sizeAfter(0) }),
        ...(M ? M(r, d ? p : z, rhos[0]) : []),
        ...(d ? [] : [copy(z, p)]),
      ],
      cycle: [() => iteration(rhos[0], rhos[1]), () => iteration(rhos[1], rhos[0])],
      watch: (k) => [sizeAfter(k), curvature, rhos[k % 2]],
      judge: ([squared = 0, pAp = 0, rho = 0], k): Look => {
        const look = lookAt(squared);
        if (look.residual === 0 || look.broken) return look;
        if (!Number.isFinite(rho)) return { ...look, broken: overflowOf('rᵀM⁻¹r', rho) };
        if (rho === 0) return { ...look, broken: { kind: 'indefinite', what: 'rᵀM⁻¹r is 0: M is not definite' } };
        if (k > 0 && !Number.isFinite(pAp)) return { ...look, broken: overflowOf('pᵀAp', pAp) };
        if (Math.sign(rho) !== (signs.rho ||= Math.sign(rho)))
          return { ...look, broken: { kind: 'indefinite', what: `rᵀM⁻¹r is ${rho}, and was of the other sign` } };
        if (k === 0 || Math.sign(pAp) === (signs.pAp ||= Math.sign(pAp))) return look;
        return { ...look, broken: { kind: 'indefinite', what: `pᵀAp is ${pAp}, and was of the other sign` } };
      },
    };
  },
};
