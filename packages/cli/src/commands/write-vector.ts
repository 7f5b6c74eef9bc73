import type { ValueArray } from '@spmv/core';
import { inParts } from '@spmv/core';
import { writeMatrixFile } from '../output/matrix-file.ts';
import type { WritableType } from './write-out.ts';
import { writeOut } from './write-out.ts';

/** Writes a vector whole, in the type given, or as Matrix Market: with `components` 2 of pairs. Errors: those of `writeOut`. */
export async function writeVector(
  out: string,
  x: ValueArray,
  type: WritableType | undefined,
  components: 1 | 2 = 1,
): Promise<void> {
  const shape = { rows: x.length / components, cols: 1 };
  if (type || components === 2) await writeOut(out, { shape, ...inParts(Float64Array.from(x), components) }, { type });
  else await writeMatrixFile(out, x);
}
