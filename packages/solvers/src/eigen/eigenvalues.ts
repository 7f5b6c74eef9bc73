import type { System } from '../system/system.ts';
import { lanczos } from './lanczos.ts';
import { eigenvaluesNear } from './near.ts';
import type { EigenOptions, EigenResult } from './options.ts';
import { checkAsked } from './options.ts';

/**
 * Some eigenvalues of a symmetric matrix and their eigenvectors, by Lanczos' method with thick restarts: a basis of max(20, 2k + 2) vectors is made orthogonal in full, and the best
 * combinations begin the next one. Vectors stay where the products are computed; the small eigenproblem is the host's.
 *
 * Converged means that ‖Av − λv‖, computed anew, is at most tol·max|λ| for each, and that another beginning, at right angles to what was found, came to none that belongs before the last of them: an eigenvalue that is
 * there several times has one vector in what a beginning leads to, and is found as often as there are beginnings. That is a check by chance, not a proof. A has any size: it is multiplied by a power of two.
 *
 * `near` asks for those nearest to a number, of A or, with `M`, of Kx = λMx with K the matrix: the same of (K − near·M)⁻¹M by factors on the host in f64, whose largest eigenvalues are 1/(λ − near).
 *
 * Errors: `SOLVER.UNFIT` for a matrix that is not square or not symmetric, and for a function near a number; `SOLVER.NOT_POSITIVE_DEFINITE` for M; `SOLVER.NOT_FINITE`; `FORMAT.OUT_OF_MEMORY` of factors; `OPERAND.MATRIX` for an M that is
 * not symmetric; `PARAM.*`.
 * Source: K. Wu, H. Simon, Thick-restart Lanczos method for large symmetric eigenvalue problems, SIAM J. Matrix Anal. Appl. 22, 2000.
 */
export async function eigenvalues(given: System, options: EigenOptions = {}): Promise<EigenResult> {
  checkAsked(given, options);
  const { which, ...others } = options;
  const { near = which === 'SM' ? 0 : undefined } = others;
  return near === undefined ? lanczos(given, options) : eigenvaluesNear(given, { ...others, near });
}
