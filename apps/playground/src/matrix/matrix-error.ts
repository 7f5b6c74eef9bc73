import type { MatrixProblem } from './protocol.ts';

/** An error of the worker, with what the page shows of it. */
export class MatrixError extends Error {
  readonly problem: MatrixProblem;

  constructor(problem: MatrixProblem) {
    super(problem.message);
    this.name = 'MatrixError';
    this.problem = problem;
  }
}
