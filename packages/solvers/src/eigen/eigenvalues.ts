import { SpmvError } from '@spmv/core';
import { symmetricEigen } from './symmetric-eigen.ts';
import { checkFinite } from '../solve/given.ts';
import { checkNumber } from '../solve/options.ts';
import { linear, product } from '../space/steps.ts';
import type { System } from '../system/system.ts';
import { createKrylovBasis } from './krylov-basis.ts';
import { startVector } from './start-vector.ts';

/** Which eigenvalues. */
export interface EigenOptions {
  /** How many. Default 6, or as many as there are. */
  readonly k?: number;
  /** `LM`: largest in magnitude (default), `LA`: largest, `SA`: smallest. As SciPy names them. */
  readonly which?: 'LM' | 'LA' | 'SA';
  /** What ‖Av − λv‖ may be, as a part of the largest |λ|. Default 1e-8. */
  readonly tol?: number;
  /** Most products with A. Default 10,000. */
  readonly maxiter?: number;
  readonly signal?: AbortSignal;
}

/** Eigenvalues and eigenvectors of a symmetric matrix. */
export interface EigenResult {
  /** Those asked for, as far as they were found; by the order of `which`. */
  readonly values: readonly number[];
  /** An eigenvector of length 1 for each. */
  readonly vectors: readonly Float64Array[];
  /** ‖Av − λv‖ of each, computed anew. */
  readonly residuals: readonly number[];
  readonly converged: boolean;
  readonly reason: 'converged' | 'limit' | 'aborted';
  /** Products with A. */
  readonly iterations: number;
}

const ORDERS = {
  LM: (a: number, b: number): number => Math.abs(b) - Math.abs(a),
  LA: (a: number, b: number): number => b - a,
  SA: (a: number, b: number): number => a - b,
};

/**
 * Some eigenvalues of a symmetric matrix and their eigenvectors, by Lanczos' method with thick restarts: a basis of max(20, 2k + 2) vectors is made orthogonal in full, and the best
 * combinations begin the next one. Vectors stay where the products are computed; the small eigenproblem is the host's.
 *
 * Converged means that ‖Av − λv‖, computed anew, is at most tol·max|λ| for each. Of an eigenvalue that is there several times one vector is found, and further ones by rounding alone.
 *
 * Errors: `SOLVER.UNFIT` for a matrix that is not square or not symmetric; `SOLVER.NOT_FINITE`; `PARAM.OUT_OF_RANGE`.
 * Source: K. Wu, H. Simon, Thick-restart Lanczos method for large symmetric eigenvalue problems, SIAM J. Matrix Anal. Appl. 22, 2000.
 */
export async function eigenvalues(system: System, options: EigenOptions = {}): Promise<EigenResult> {
  const { A, facts } = system;
  const n = A.rows;
  const { k = Math.min(6, n), which = 'LM', tol = 1e-8, maxiter = 10_000, signal } = options;
  checkNumber('k', k, Math.min(1, n), true);
  checkNumber('tol', tol, 0, false);
  checkNumber('maxiter', maxiter, 1, true);
  checkFinite(facts, []);
  if (n !== A.cols || facts.isSymmetric !== true)
    throw new SpmvError(
      'SOLVER.UNFIT',
      n === A.cols
        ? `Lanczos' method needs a symmetric matrix, and this one is ${facts.isSymmetric === false ? 'not' : 'not known to be'}.`
        : `Eigenvalues are those of a square matrix, and this one is ${n} × ${A.cols}.`,
      { fix: 'Give a symmetric matrix, a function with symmetric: true, or AᵀA or (A + Aᵀ)/2 instead.' },
    );
  if (k > n)
    throw new SpmvError('PARAM.OUT_OF_RANGE', `k is ${k}, and the matrix has ${n} eigenvalues.`, {
      fix: `Give k from 1 to ${n}.`,
      details: { k, n },
    });
  if (n === 0) return { values: [], vectors: [], residuals: [], converged: true, reason: 'converged', iterations: 0 };
  const m = Math.min(n, Math.max(20, 2 * k + 2));
  const keep = Math.min(m - 1, k + Math.floor((m - k) / 2));
  const space = system.newSpace();
  try {
    const basis = createKrylovBasis(space, A, m, Math.max(keep, k));
    await space.write(basis.vector(0), startVector(n));
    const T = Array.from({ length: m }, () => Array.from({ length: m }, () => 0));
    const put = (i: number, j: number, value: number): void => {
      (T[i] as number[])[j] = value;
      (T[j] as number[])[i] = value;
    };
    let [from, products] = [0, 0];
    let reason: EigenResult['reason'] | undefined;
    for (;;) {
      let [size, last] = [m, 0];
      for (let j = from; j < m; j++) {
        await basis.extend(j);
        products++;
        const column = await basis.column(j);
        for (let i = 0; i <= j; i++) put(i, j, column[i] as number);
        last = column[j + 1] as number;
        const scale = Math.max(...column.map(Math.abs));
        if (last <= 1e-14 * scale || scale === 0) {
          // The space of these vectors holds its image: its eigenvalues are those of A.
          [size, last] = [j + 1, 0];
          break;
        }
      }
      const { values, vectors } = symmetricEigen(T.slice(0, size).map((row) => row.slice(0, size)));
      const order = values.map((_, i) => i).toSorted((a, b) => ORDERS[which](values[a] as number, values[b] as number));
      const largest = Math.max(...values.map(Math.abs));
      const wanted = order.slice(0, Math.min(k, size));
      const isDone = wanted.every((i) => Math.abs(last * (vectors[size - 1]?.[i] as number)) <= tol * largest);
      if (isDone) reason = 'converged';
      else if (signal?.aborted) reason = 'aborted';
      else if (products >= maxiter) reason = 'limit';
      const count = reason ? wanted.length : Math.min(keep, size);
      const chosen = order.slice(0, count);
      const shares = Array.from({ length: m }, (_, j) =>
        chosen.map((i) => (j < size ? (vectors[j]?.[i] as number) : 0)),
      );
      await basis.combine(shares, count);
      if (reason)
        return await checked(
          wanted.map((i) => values[i] as number),
          largest,
        );
      for (const row of T) row.fill(0);
      for (const [at, i] of chosen.entries()) put(at, at, values[i] as number);
      from = count;
    }

    /** Eigenpairs with their residuals, computed anew. */
    async function checked(values: readonly number[], largest: number): Promise<EigenResult> {
      const [y, lambda, squared] = [space.vector(n), space.scalar(), space.scalar()];
      const vectors: Float64Array[] = [];
      const residuals: number[] = [];
      for (const [i, value] of values.entries()) {
        const x = basis.vector(i);
        await space.write(lambda, [value]);
        const run = await space.compile([product(A, x, y), linear(x, y, { a: lambda, alpha: -1, norm: squared })]);
        await run.run();
        residuals.push(Math.sqrt((await space.numbers([squared]))[0] as number));
        vectors.push(Float64Array.from(await space.read(x)));
      }
      const converged =
        reason === 'converged' && values.length === k && residuals.every((size) => size <= 2 * tol * largest);
      const why = converged ? 'converged' : reason === 'aborted' ? 'aborted' : 'limit';
      return { values, vectors, residuals, converged, reason: why, iterations: products };
    }
  } finally {
    await space.dispose();
  }
}
