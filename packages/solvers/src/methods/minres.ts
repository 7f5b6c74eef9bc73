import { PRECISIONS } from '@spmv/core';
import type { Cell, Step } from '../space/step.ts';
import { copy, linear, product, scalar } from '../space/steps.ts';
import type { Look, Method } from './method.ts';
import { overflowOf } from './method.ts';

/** ‖Ar‖ of this part of ‖A‖‖r‖, or of so many roundings, is what is left of 0 where Lanczos' vectors are not quite at right angles any more: r is, to all that A reaches. */
const [SINGULAR, ROUNDINGS] = [1e-10, 64];

/** What two iterations hand each other: v, the unscaled z and w, and the numbers of the rotation. */
interface Slot {
  readonly v: Cell;
  readonly z: Cell;
  readonly w: Cell;
  /** zᵀv before v is scaled, its root, and vᵀv beside an M. */
  readonly squared: Cell;
  readonly gamma: Cell;
  readonly length: Cell;
  readonly c: Cell;
  readonly s: Cell;
  /** What w is to be divided by. */
  readonly scale: Cell;
  readonly eta: Cell;
}

/**
 * Minimum residuals for symmetric matrices, definite or not: Lanczos' recurrence, with its tridiagonal matrix turned into a triangle by one rotation an iteration, all numbers of which stay on the
 * device. Its residual is in the norm of M⁻¹ where M is given, which has to be positive definite.
 */
export const minres: Method = {
  id: 'minres',
  title: 'minimum residuals',
  source:
    'C. C. Paige, M. A. Saunders, Solution of sparse indefinite systems of linear equations, 1975; H. Elman, D. Silvester, A. Wathen, Finite elements and fast iterative solvers, 2014, algorithm 4.1',
  needs: { square: true, symmetric: true, transpose: false },
  preconditioner: 'definite',
  products: 1,
  start({ space, A, M, b, x }) {
    const n = A.shape.rows;
    const number = (): Cell => space.scalar();
    const [one, zero] = [space.scalar(1), space.scalar(0)];
    const z = space.vector(n);
    const slot = (): Slot => ({
      v: space.vector(n),
      z: M ? space.vector(n) : z,
      w: space.vector(n),
      squared: number(),
      gamma: number(),
      length: number(),
      c: number(),
      s: number(),
      scale: number(),
      eta: number(),
    });
    const slots: readonly [Slot, Slot] = [slot(), slot()];
    const u = space.vector(n);
    const [delta, inverse, step] = [number(), number(), number()];
    const [f, g, one0, one1, two0, two1, cs, alpha0, alpha2, alpha3, e2, e3] = Array.from({ length: 12 }, number) as [
      Cell,
      Cell,
      Cell,
      Cell,
      Cell,
      Cell,
      Cell,
      Cell,
      Cell,
      Cell,
      Cell,
      Cell,
    ];
    // `now` is iteration j, `other` was j − 1 and becomes j + 1: what is read of j − 1 is read before it is written.
    const iteration = (now: Slot, other: Slot): readonly Step[] => [
      scalar('quotient', inverse, [one, now.gamma]),
      M ? linear(u, now.z, { alpha: 0, b: inverse }) : linear(now.v, z, { a: inverse, beta: 0 }),
      product(A, now.z, u, { dot: [now.z, delta] }),
      scalar('quotient', g, [now.gamma, other.gamma]),
      linear(u, other.v, { b: g, beta: -1 }),
      scalar('quotient', f, [delta, now.gamma]),
      linear(now.v, other.v, { a: f, alpha: -1, norm: M ? other.length : other.squared }),
      ...(M ? M(other.v, other.z, other.squared) : []),
      scalar('root', other.gamma, [other.squared]),
      scalar('product', cs, [other.c, now.gamma]),
      scalar('product', one0, [now.c, delta]),
      scalar('product', one1, [now.s, cs]),
      scalar('sum', alpha0, [one0, one1], 1, -1),
      scalar('product', two0, [now.s, delta]),
      scalar('product', two1, [now.c, cs]),
      scalar('sum', alpha2, [two0, two1]),
      scalar('product', alpha3, [other.s, now.gamma]),
      scalar('quotient', e3, [alpha3, other.scale]),
      scalar('quotient', e2, [alpha2, now.scale]),
      scalar('hypot', other.scale, [alpha0, other.gamma]),
      scalar('quotient', other.c, [alpha0, other.scale]),
      scalar('quotient', other.s, [other.gamma, other.scale]),
      linear(now.z, other.w, { b: e3, beta: -1 }),
      linear(now.w, other.w, { a: e2, alpha: -1 }),
      scalar('ratio', step, [other.c, now.eta, other.scale, one]),
      linear(other.w, x, { a: step }),
      scalar('product', other.eta, [other.s, now.eta], -1),
    ];
    let largest = 0;
    let last: number | undefined;
    const singular = Math.max(SINGULAR, ROUNDINGS * PRECISIONS[space.precision].unitRoundoff);
    const [first, before] = slots;
    return {
      begin: [
        copy(b, first.v),
        product(A, x, first.v, { alpha: -1, beta: 1, norm: M ? first.length : first.squared }),
        ...(M ? M(first.v, first.z, first.squared) : []),
        scalar('root', first.gamma, [first.squared]),
        scalar('copy', first.eta, [first.gamma]),
        ...[before.v, first.w, before.w].map((cell) => linear(first.v, cell, { alpha: 0, beta: 0 })),
        ...[before.gamma, first.c, before.c, first.scale, before.scale].map((cell) => scalar('copy', cell, [one])),
        ...[first.s, before.s].map((cell) => scalar('copy', cell, [zero])),
      ],
      cycle: [() => iteration(first, before), () => iteration(before, first)],
      watch: (k) => {
        const [now, other] = [slots[(k + 1) % 2], slots[k % 2]];
        return [
          other.eta,
          other.scale,
          alpha0,
          now.c,
          other.gamma,
          ...[now, other].flatMap(({ squared, length }) => [squared, length]),
        ];
      },
      judge: ([eta = 0, pivot = 0, a = 0, c = 0, gamma = 0, zv0 = 0, vv0 = 0, zv1 = 0, vv1 = 0], k): Look => {
        // Of the iteration before, too: a root of what is negative is 0 here, and all that follows.
        for (const [zv, vv] of [
          [zv0, vv0],
          [zv1, vv1],
        ] as const) {
          if (!Number.isFinite(zv)) return { residual: Infinity, broken: overflowOf(M ? 'rᵀM⁻¹r' : '‖r‖²', zv) };
          if (zv < 0 || (zv === 0 && vv > 0))
            return {
              residual: last ?? Math.sqrt(vv0),
              broken: { kind: 'indefinite', what: `rᵀM⁻¹r is ${zv}: M is not positive definite`, isSpent: true },
            };
        }
        const residual = Math.abs(eta);
        last = residual;
        largest = k === 0 ? 0 : Math.max(largest, pivot);
        // ‖Ar‖/‖r‖ of the iteration before (Choi, Paige, Saunders, MINRES-QLP, 2011, section 3.3); what this one divided by is little more.
        const image = Math.hypot(a, c * gamma);
        if (k > 0 && image <= singular * largest)
          return {
            residual,
            broken: {
              kind: 'zero',
              what: `‖Ar‖/‖r‖ is ${image} beside ${largest}: the matrix is singular, or nearly`,
              isSpent: true,
            },
          };
        return Number.isFinite(residual) ? { residual } : { residual, broken: overflowOf('‖r‖', residual) };
      },
      isProxy: M !== undefined,
    };
  },
};
