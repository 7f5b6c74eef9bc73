import type { ValueArray } from '@spmv/core';
import { partOf } from '@spmv/core';
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
  if (components === 2) {
    const [values, imaginary] = [partOf(x, 0), partOf(x, 1)];
    await writeOut(out, { shape: { rows: values.length, cols: 1 }, values, imaginary }, { type });
    return;
  }
  if (type) await writeOut(out, { shape: { rows: x.length, cols: 1 }, values: Float64Array.from(x) }, { type });
  else await writeMatrixFile(out, x);
}
