import type { LoadedMatrix } from '../../matrices/load-matrix.ts';
import { memoryLimit } from '../../host/memory-limit.ts';

/** Matrices by name that were read or made, for the tables and figures to come. */
export interface KeptMatrices<Matrix> {
  get(name: string): Matrix | undefined;
  /** Keeps a matrix that comes again where there is room, and gives up one that does not. */
  settle(name: string, matrix: Matrix | undefined, comesAgain: boolean): void;
}

/** A quarter at most of the memory that is free when it is kept: what is stored of it, and of others, needs the rest. */
function fits({ coo: { rowIndex, colIndex, values } }: Pick<LoadedMatrix, 'coo'>, free: number): boolean {
  return rowIndex.byteLength + colIndex.byteLength + values.byteLength <= free / 4;
}

/** None yet. `free` is the memory, in bytes, that this process may still take. */
export function keptMatrices<Matrix extends { readonly loaded: Pick<LoadedMatrix, 'coo'> }>(
  free: () => number = () => memoryLimit().free,
): KeptMatrices<Matrix> {
  const kept = new Map<string, Matrix>();
  return {
    get: (name) => kept.get(name),
    settle(name, matrix, comesAgain) {
      if (!comesAgain) kept.delete(name);
      else if (matrix && !kept.has(name) && fits(matrix.loaded, free())) kept.set(name, matrix);
    },
  };
}
