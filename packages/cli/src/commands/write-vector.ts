import type { ValueArray } from '@spmv/core';
import { writeMatrixFile } from '../output/matrix-file.ts';
import type { WritableType } from './write-out.ts';
import { writeOut } from './write-out.ts';

/** Writes a vector whole, in the type given, or as Matrix Market. Errors: those of `writeOut`. */
export async function writeVector(out: string, x: ValueArray, type: WritableType | undefined): Promise<void> {
  if (type) await writeOut(out, { shape: { rows: x.length, cols: 1 }, values: Float64Array.from(x) }, { type });
  else await writeMatrixFile(out, x);
}
