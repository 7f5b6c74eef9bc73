import type { MatrixOperation } from '@spmv/core';
import { operationOptions } from '@spmv/core';
import type { MatricesProblem } from '@spmv/engine';
import { rolesOf, shapeOfResult } from '@spmv/engine';
import { inputError, usageError } from '../cli-error.ts';
import type { LoadedMatrix, LoadOptions } from '../matrices/load-matrix.ts';
import { loadMatrix, requireReal } from '../matrices/load-matrix.ts';
import type { ProblemSource } from './load-problem.ts';
import type { CommandSelection } from './selection.ts';

/** What an operation that makes a matrix is computed on, read and made. */
export type ReadMatrices = MatricesProblem<LoadedMatrix>;

/**
 * Reads the matrices of an operation: the first is that of the source, others are those that were given as operands, and the first again where none was.
 * Errors: those of reading; usage without a matrix; bad input where they do not fit, with their sizes.
 */
export async function loadMatrices(
  operation: MatrixOperation,
  selection: CommandSelection,
  source: ProblemSource,
  load: LoadOptions,
): Promise<ReadMatrices> {
  const start = performance.now();
  const options = operationOptions(operation, selection.options);
  const { read } = rolesOf(operation, options);
  const { loaded } = source;
  const first = loaded ? requireReal(loaded) : source.matrix && (await loadMatrix(source.matrix, load));
  if (!first) throw usageError(`Operation '${operation.id}' needs a matrix: ${operation.formula}.`, 'Name a file.');
  const matrices: Record<string, LoadedMatrix> = {};
  for (const [r, name] of read.entries()) {
    const given = r === 0 ? undefined : selection.operands?.[name];
    // Named again it is the same, and read once; standard input can be no other.
    matrices[name] = given && given.text !== source.matrix?.text ? await loadMatrix(given, load) : first;
  }
  const { name, source: text } = first;
  const others = Object.keys(selection.operands ?? {}).length > 0;
  const readMs = others ? performance.now() - start : first.readMs;
  const problem = { name, source: source.matrix?.text ?? text, matrix: first, operation, options, matrices, readMs };
  const shape = shapeOfResult(problem);
  if (typeof shape !== 'string') return problem;
  const again = read.slice(1).filter((one) => selection.operands?.[one] === undefined);
  throw inputError(
    `${operation.formula}: ${shape}.`,
    again.length === 0
      ? 'Name matrices that fit.'
      : `Give ${again.join(' and ')} with --operand ${again[0]}=FILE: what is not given is ${name} again.`,
  );
}
