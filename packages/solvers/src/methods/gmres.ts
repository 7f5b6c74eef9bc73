import { PRECISIONS } from '@spmv/core';
import type { Cell, Step } from '../space/step.ts';
import { copy, linear, product, scalar } from '../space/steps.ts';
import type { Run } from '../space/space.ts';
import { createHessenberg } from './hessenberg.ts';
import type { Method } from './method.ts';
import { overflowOf } from './method.ts';
import { cellsOfNumbers, pairsRead } from './pairs.ts';

/**
 * Generalised minimum residuals, restarted, preconditioned from the right. The basis is made orthogonal one vector after another (modified Gram–Schmidt), each pass
 * taking the sum for the next; the small triangle is solved by the host when it looks. It holds `restart` + 1 vectors, and reads all of them in an iteration.
 */
export const gmres: Method = {
  id: 'gmres',
  title: 'generalised minimum residuals',
  source:
    'Y. Saad, M. H. Schultz, GMRES, SIAM J. Sci. Stat. Comput. 7, 1986; Y. Saad, Iterative methods for sparse linear systems, 2003, algorithm 9.5',
  needs: { square: true, symmetric: false, transpose: false },
  preconditioner: 'any',
  products: 1,
  start({ space, A, M, b, x, restart }) {
    const n = A.shape.rows;
    const length = Math.min(restart, n);
    const components = space.partsOf ? 2 : 1;
    const each = <T>(count: number, make: (i: number) => T): readonly T[] =>
      Array.from({ length: count }, (_, i) => make(i));
    // What iteration j needs is made when it is reached: all of it is of the size of restart².
    const basis: Cell[] = [];
    const v = (j: number): Cell => (basis[j] ??= space.vector(n));
    /** Column j of the Hessenberg matrix: elements 0 … j + 1. */
    const columns: (readonly Cell[])[] = [];
    const column = (j: number): readonly Cell[] => (columns[j] ??= each(j + 2, () => space.scalar()));
    const h = (i: number, j: number): Cell => column(j)[i];
    const [one, size, squared, inverse] = [space.scalar(1), space.scalar(), space.scalar(), space.scalar()];
    const z = M ? space.vector(n) : undefined;
    const shares: Cell[] = [];
    const hessenberg = createHessenberg(length, PRECISIONS[space.precision].unitRoundoff);
    /** v(j) ← v(j)/√squared, the root in `into`. */
    const normalise = (j: number, into: Cell): readonly Step[] => [
      scalar('root', into, [squared]),
      scalar('quotient', inverse, [one, into]),
      linear(x, v(j), { alpha: 0, b: inverse }),
    ];
    const iteration = (j: number): readonly Step[] => [
      ...(M && z ? M(v(j), z) : []),
      product(A, z ?? v(j), v(j + 1), { dot: [v(0), h(0, j)] }),
      ...each(j + 1, (i) =>
        linear(v(i), v(j + 1), {
          a: h(i, j),
          alpha: -1,
          ...(i < j ? { dot: [v(i + 1), h(i + 1, j)] as const } : { norm: squared }),
        }),
      ),
      ...normalise(j + 1, h(j + 1, j)),
    ];
    const u = z ? space.vector(n) : x;
    const combine = (k: number): readonly Step[] => [
      ...(z ? [linear(x, u, { alpha: 0, beta: 0 })] : []),
      ...each(k, (j) => linear(v(j), u, { a: (shares[j] ??= space.scalar()) })),
      ...(M && z ? [...M(u, z), linear(z, x)] : []),
    ];
    let combining: { readonly k: number; readonly run: Run } | undefined;
    return {
      begin: [copy(b, v(0)), product(A, x, v(0), { alpha: -1, beta: 1, norm: squared }), ...normalise(0, size)],
      cycle: each(length, (j) => () => iteration(j)),
      watch: (k, from) => [size, ...each(k - from, (j) => cellsOfNumbers(space, column(from + j))).flat()],
      judge: ([beta = 0, ...values], k, from) => {
        if (from === 0) hessenberg.begin(beta);
        let at = 0;
        for (let j = from; j < k; j++) {
          const past = at + components * (j + 2);
          hessenberg.add(pairsRead(space, values.slice(at, past)));
          at = past;
        }
        const residual = hessenberg.residual();
        if (hessenberg.isSingular())
          return {
            residual,
            broken: { kind: 'zero', what: 'a column of its triangle is 0: the matrix is singular, or nearly' },
          };
        if (Number.isFinite(residual)) return { residual };
        return { residual, broken: overflowOf('‖r‖', residual) };
      },
      settle: async (k) => {
        if (combining?.k !== k) combining = { k, run: await space.compile(combine(k)) };
        const y = hessenberg.solve(k);
        await Promise.all(each(k, (j) => space.write(shares[j], (y[j] ?? [0, 0]).slice(0, components))));
        await combining.run.run();
      },
    };
  },
};
