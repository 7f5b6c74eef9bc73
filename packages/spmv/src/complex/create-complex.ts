import type { ComplexCoo } from '@spmv/core';
import {
  absoluteCoo,
  complexCoo,
  conjugateCoo,
  disposal,
  imaginaryPart,
  PRECISIONS,
  realPart,
  SpmvError,
  transposeCoo,
} from '@spmv/core';
import type { SolveResult, System } from '@spmv/solvers';
import { get } from '../build/part.ts';
import type { MatrixHost } from '../host.ts';
import { save } from '../save.ts';
import { createWritten } from '../written.ts';
import type { ComplexMatrix, ComplexPlace, ComplexPrecision } from './complex-matrix.ts';
import type { BoundProduct, ProductParts } from './complex-product.ts';
import { bindProduct, conjugatePairs, conjugateScalar, productOf } from './complex-product.ts';
import { takenPairs } from './taken-pairs.ts';

/** What the faces of a matrix share. */
export interface ComplexParts<P extends ComplexPrecision> extends ProductParts {
  readonly precision: P;
  readonly host: MatrixHost;
  readonly warnings: readonly string[];
}

/** How a face of the matrix differs from A. */
interface Turned {
  readonly transposed: boolean;
  readonly conjugated: boolean;
}

/** The matrix of these entries, and what prepares its product. */
export function createComplexMatrix<P extends ComplexPrecision>(
  parts: ComplexParts<P>,
): { readonly matrix: ComplexMatrix<P>; prepare(): Promise<unknown> } {
  const { coo, backend, precision, format, warnings } = parts;
  const { host } = PRECISIONS[precision];
  const bound = new Map<boolean, Promise<BoundProduct>>();
  const places = new Map<boolean, ComplexPlace>();
  let isDisposed = false;
  const assertAlive = (): void => {
    if (!isDisposed) return;
    throw new SpmvError('LIFETIME.DISPOSED', 'The matrix was disposed of.', { fix: 'Open it again.' });
  };
  const productWith = (transpose: boolean): Promise<BoundProduct> => {
    const found = bound.get(transpose);
    if (found) return found;
    const made = bindProduct(parts, transpose);
    bound.set(transpose, made);
    made.then(
      ({ kernel, passedOver }) =>
        places.set(transpose, {
          backend: backend.id,
          device: backend.device.name,
          format,
          kernel: kernel.id,
          passedOver,
        }),
      () => bound.delete(transpose),
    );
    return made;
  };
  const systems: System[] = [];
  const written = createWritten();
  const pending = new Set<Promise<unknown>>();
  const during = <T>(work: Promise<T>): Promise<T> => {
    const settled = work.catch(() => {});
    pending.add(settled);
    void settled.then(() => pending.delete(settled));
    return work;
  };
  const dispose = async (): Promise<void> => {
    if (isDisposed) return;
    isDisposed = true;
    await Promise.all(pending);
    for (const system of systems) await system.dispose();
    await backend.dispose();
  };
  const faces = new Map<string, ComplexMatrix<P>>();
  const face = (turned: Turned): ComplexMatrix<P> => {
    const key = JSON.stringify(turned);
    const found = faces.get(key) ?? makeFace(turned);
    faces.set(key, found);
    return found;
  };
  const makeFace = ({ transposed, conjugated }: Turned): ComplexMatrix<P> => {
    const { rows, cols } = coo.shape;
    const shape = transposed ? { rows: cols, cols: rows } : { rows, cols };
    let own: ComplexCoo | undefined = transposed || conjugated ? undefined : coo;
    let system: Promise<System> | undefined;
    /** Kept: other right-hand sides are solved with the same. */
    const prepareSystem = async (): Promise<System> => {
      const { deviceSystem } = await import('@spmv/solvers');
      const { registry } = parts;
      const place = { backend, registry, precision, coo: entries() };
      const bound = transposed || conjugated ? undefined : await productWith(false);
      const made = await deviceSystem(bound ? { ...place, operator: bound.operator, stored: bound.stored } : place);
      systems.push(made);
      return made;
    };
    const entries = (): ComplexCoo => (own ??= transposed ? transposeCoo(coo, conjugated) : conjugateCoo(coo));
    return {
      shape,
      nnz: coo.colIndex.length,
      precision,
      warnings,
      get place() {
        return places.get(transposed);
      },
      get T() {
        return face({ transposed: !transposed, conjugated });
      },
      get H() {
        return face({ transposed: !transposed, conjugated: !conjugated });
      },
      async multiply(x, options) {
        assertAlive();
        let given = takenPairs('x', x, host, shape.cols);
        const { y, alpha, beta, isRead } = productOf(options, host, 2 * shape.rows);
        const earlier = written.before(x, y);
        let work = y.slice();
        const run = async (): Promise<void> => {
          if (earlier) {
            await earlier;
            given = takenPairs('x', x, host, shape.cols);
            work = y.slice();
          }
          const { multiply } = await productWith(transposed);
          if (!conjugated) return multiply(given, work, isRead, alpha, beta);
          // αAᴴx + βy is conj(ᾱ Aᵀ x̄ + β̄ ȳ): kernels of Aᵀ are on every backend.
          conjugatePairs(work);
          await multiply(conjugatePairs(given), work, isRead, conjugateScalar(alpha), conjugateScalar(beta));
          conjugatePairs(work);
        };
        return written.by(
          y,
          during(run()).then(() => {
            y.set(work);
            return y;
          }),
        );
      },
      async solve(b, options) {
        assertAlive();
        const right = takenPairs('b', b, 'f64', shape.rows);
        const x0 = options?.x0 && takenPairs('x0', options.x0, 'f64', shape.cols);
        const asked = x0 ? { ...options, x0 } : options;
        const run = async (): Promise<SolveResult> => {
          const { solve } = await import('@spmv/solvers');
          system ??= prepareSystem();
          let made: System;
          try {
            made = await system;
          } catch (error) {
            // The next who asks tries again.
            system = undefined;
            throw error;
          }
          return solve(made, right, asked);
        };
        return (await during(run())) as Awaited<ReturnType<ComplexMatrix<P>['solve']>>;
      },
      get: (i, j) => [get(realPart(entries()), i, j), get(imaginaryPart(entries()), i, j)],
      real: () => realPart(entries()),
      imaginary: () => imaginaryPart(entries()),
      abs: () => absoluteCoo(entries()),
      entries: () => complexCoo(realPart(entries()), imaginaryPart(entries()).values),
      save: async (path) => save(entries(), path, { fileTypes: parts.registry.files, writePath: parts.host.writePath }),
      ...disposal(dispose),
    };
  };
  return { matrix: face({ transposed: false, conjugated: false }), prepare: () => productWith(false) };
}
