import { Option } from 'commander';
import type { CommandDefinition } from '../command.ts';
import { MATRIX_WORDS, withReading } from '../flags/reading.ts';
import { withReport } from '../flags/report.ts';
import { withSolverPlace } from '../flags/solver-place.ts';
import { parseCount, parseInteger, parseShare } from '../flags/values.ts';
import type { SolveFlags } from './run.ts';

export const solve: CommandDefinition = {
  name: 'solve',
  examples: [
    ['spmv solve 494_bus', 'A·x = b for b = A·1, by the method that suits the matrix'],
    ['spmv solve west2021 --method lu', 'by factors'],
    ['spmv solve olm1000 --method gmres --precond ilu0 --out x.mtx', 'by a method of your choice, x into a file'],
    ['spmv solve 494_bus --method cg --precond multigrid', 'by cycles over levels'],
    ['spmv solve 494_bus --precision f32 --refine --tol 1e-10', 'in f32, corrected in f64'],
    ['spmv solve cavity10 --report solve.html', 'with a plot of its convergence'],
    ['spmv solve 494_bus --method cg --precond jacobi --tol 1e-10 --history', 'with the residuals at its checks'],
  ],
  obeys: ['json', 'plugin'],
  writes: ['out', 'report'],
  readsBeside: ['rhs', 'b'],
  rulesOut: { rhs: ['b'] },
  declare(command, dispatch) {
    withSolverPlace(
      withReport(withReading(command.argument('<matrix>', MATRIX_WORDS))),
      'f64 or f32, of a complex matrix c128 or c64; default f64 or c128',
    )
      .description('a linear system A·x = b, or least squares where A is not square')
      .option('--rhs <file>', 'right-hand side b; default NAME_b.mtx beside the matrix, else A·1')
      .addOption(new Option('--b <file>', 'the same as --rhs, for one release').hideHelp())
      .option('--x0 <file>', 'where to begin; default zeros')
      .option(
        '--method <name>',
        'direct, cholesky, ldlt, lu, cg, minres, bicgstab, gmres or lsqr; default by the matrix',
      )
      .option(
        '--precond <name>',
        'none, jacobi, block-jacobi, schur, chebyshev, multigrid, ssor, ic0, ict, ilu0 or ilut; default by the matrix',
      )
      .option('--tol <number>', 'part of |b| that |b - A·x| may be; default 1e-5', (text) => parseShare(text), 1e-5)
      .option('--atol <number>', 'what |b - A·x| may be in any case; default 0', (text) => parseShare(text), 0)
      .option('--maxiter <n>', 'most iterations; default ten times the columns, at least 100', parseInteger)
      .option('--restart <n>', 'gmres: iterations before it begins anew; default 30', parseCount)
      .option('--refine', 'correct x by b - A·x in f64 of the host: what --precision f32 lacks')
      .option('--history', 'print the residual at checks, as a curve')
      .option('--out <file>', 'write x there: .mtx, .mtx.gz, .npy or what plugins write')
      .action((matrix: string, flags: SolveFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrix, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
