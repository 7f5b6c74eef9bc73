import { readFileSync } from 'node:fs';
import { boundsByWork, boundsOf, checkBounds } from '@spmv/reorder';

/** Ranks, and the rows of each where they were given. */
export interface RankRows {
  readonly ranks: number;
  readonly bounds: Int32Array | undefined;
}

/** Bounds as an option gives them: numbers, or the path of what `spmv reorder --bounds` wrote. Errors: `FILE.FORMAT`, and those of reading. */
export function givenBounds(given: ArrayLike<number> | string): Int32Array {
  if (typeof given !== 'string') return boundsOf({ bounds: Array.from(given) }, "Option bounds of backend 'petsc'");
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(given, 'utf8'));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  return boundsOf(document, given);
}

/** Which rows each rank has: those that were given, else as many entries and rows to each, as `spmv plan` counts with. Errors: `OPERAND.MATRIX`, where bounds were given for other matrices. */
export function rowsOfRanks({ ranks, bounds }: RankRows, rowStart: Int32Array): Int32Array {
  if (!bounds) return boundsByWork(rowStart, ranks);
  checkBounds(bounds, ranks, rowStart.length - 1, 'rows');
  return bounds;
}
