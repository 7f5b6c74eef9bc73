import type { CooMatrix, OptionRule } from '@spmv/core';
import { anyOption, checkOptions, countOption, signalOption, SpmvError } from '@spmv/core';
import { checkFinite, checkSystem } from '../solve/given.ts';
import { named, share } from '../solve/options.ts';
import { ownShape } from '../system/facts.ts';
import type { System } from '../system/system.ts';

/** Which eigenvalues. */
export interface EigenOptions {
  /** How many. Default 6, or as many as there are. */
  readonly k?: number;
  /** `LM`: largest in magnitude (default), `LA`: largest, `SA`: smallest, `SM`: smallest in magnitude, which is `near: 0`. As SciPy names them. */
  readonly which?: 'LM' | 'LA' | 'SA' | 'SM';
  /** Those nearest to this number, by factors of K − near·M: also such inside of the spectrum. In place of `which`; SciPy's `sigma`. Needs entries. */
  readonly near?: number;
  /** Of Kx = λMx: the mass matrix, real, symmetric and positive definite, for eigenvalues near a number. Default the identity. */
  readonly M?: CooMatrix;
  /** What ‖Av − λv‖ may be, as a part of the largest |λ|; near a number of ‖K‖₁ + |λ|‖M‖₁, and ‖(K − near·M)⁻¹Mv − v/(λ − near)‖ as a part of 1/|λ − near|. Default 1e-8, or what rounding allows: 5.4e-6 in f32. */
  readonly tol?: number;
  /** Most products with A, or solutions by factors. Default 10,000. */
  readonly maxiter?: number;
  readonly signal?: AbortSignal;
}

/** Eigenvalues and eigenvectors of a symmetric matrix, or of a Hermitian one, whose vectors are pairs. */
export interface EigenResult {
  /** Those asked for, as far as they were found, each as often as it is there; by the order of `which`, or the nearest first. */
  readonly values: readonly number[];
  /** An eigenvector for each, of length 1 and at right angles to the others, or with M so that vᵀMv is 1 and uᵀMv 0. */
  readonly vectors: readonly Float64Array[];
  /** ‖Av − λv‖ of each, or ‖Kv − λMv‖, computed anew. */
  readonly residuals: readonly number[];
  readonly converged: boolean;
  /** `rounding`: they are found as nearly as rounding allows, which is less than was asked for. */
  readonly reason: 'converged' | 'rounding' | 'limit' | 'aborted';
  /** It in a sentence, with numbers. */
  readonly message: string;
  /** Products with A, or solutions by factors. */
  readonly iterations: number;
}

const finiteOption: OptionRule = { words: 'a finite number', is: (value) => Number.isFinite(value) };

export type Order = (a: number, b: number) => number;

export const ORDERS: Readonly<Record<'LM' | 'LA' | 'SA' | 'SM', Order>> = {
  LM: (a, b) => Math.abs(b) - Math.abs(a),
  LA: (a, b) => b - a,
  SA: (a, b) => a - b,
  SM: (a, b) => Math.abs(a) - Math.abs(b),
};

/** Errors: `SOLVER.UNFIT`, `SOLVER.NOT_FINITE`, `PARAM.*`. */
export function checkAsked(given: System, options: EigenOptions): void {
  checkSystem('A', given);
  const { facts } = given;
  const { rows, cols } = ownShape(facts);
  checkOptions<EigenOptions>('eigenvalues', options, {
    k: countOption(Math.min(1, rows)),
    which: anyOption,
    near: finiteOption,
    M: anyOption,
    tol: share,
    maxiter: countOption(1),
    signal: signalOption,
  });
  const { k, which = 'LM', near, M } = options;
  named('which', ORDERS, which);
  if (near === undefined ? M !== undefined && which !== 'SM' : options.which !== undefined)
    throw new SpmvError(
      'PARAM.REJECTED',
      near === undefined ? 'M was given, and near was not.' : 'near was given, and which.',
      {
        fix:
          near === undefined
            ? 'Give near: 0 for the eigenvalues of Kx = λMx nearest to 0.'
            : 'Leave out which: those nearest to near are found.',
        details: { near },
      },
    );
  checkFinite(facts, []);
  if (rows !== cols || facts.isSymmetric !== true)
    throw new SpmvError(
      'SOLVER.UNFIT',
      rows === cols
        ? `Lanczos' method needs a ${facts.isOfPairs ? 'Hermitian' : 'symmetric'} matrix, and this one is ${facts.isSymmetric === false ? 'not' : 'not known to be'}.`
        : `Eigenvalues are those of a square matrix, and this one is ${rows} × ${cols}.`,
      {
        fix: facts.isOfPairs
          ? 'Give a Hermitian matrix, as AᴴA or (A + Aᴴ)/2.'
          : 'Give a symmetric matrix, a function with symmetric: true, or AᵀA or (A + Aᵀ)/2 instead.',
      },
    );
  if (k !== undefined && k > rows)
    throw new SpmvError('PARAM.OUT_OF_RANGE', `k is ${k}, and the matrix has ${rows} eigenvalues.`, {
      fix: `Give k from 1 to ${rows}.`,
      details: { k, n: rows },
    });
}
