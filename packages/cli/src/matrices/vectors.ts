import { SpmvError } from '@spmv/core';
import { counted } from '@spmv/engine/basics';
import { companionOf } from './companion.ts';
import type { LoadOptions } from './load-matrix.ts';
import { ofFile, readFile } from './load-matrix.ts';
import type { MatrixSource } from './matrix-source.ts';
import { matrixSource } from './matrix-source.ts';

/** A vector of `length` elements, or with `components` 2 of as many pairs, one for each row or column of the matrix, from a Matrix Market file, or one number per line of plain text. Errors: bad input, `MMIO.*`, `OPERAND.LENGTH`. */
export async function loadVector(
  text: string,
  what: string,
  length: number,
  each: 'row' | 'column',
  options: LoadOptions,
  components: 1 | 2 = 1,
): Promise<Float64Array> {
  const source = matrixSource(text);
  if (source.kind === 'generated') {
    throw new SpmvError('OPERAND.TYPE', `${what} cannot be ${text}.`, {
      fix: 'Write a vector into a file with spmv generate, and give the name of that file.',
    });
  }
  const file = await readFile(source, options);
  const { toComplexVector, toVector } = await import('@spmv/mmio');
  const { rows, cols } = file.header;
  // Before it is made: what the header announces may be far more than the file holds.
  if ((rows === 1 || cols === 1) && rows * cols !== length) {
    throw new SpmvError(
      'OPERAND.LENGTH',
      `${what} from ${text} has ${counted(rows * cols, 'element', 'elements')}, but the matrix needs ${length}.`,
      {
        fix: `${what} needs one element a ${each}: ${length}.`,
        details: { operand: what, expected: length, got: rows * cols },
      },
    );
  }
  const convert = components === 2 ? toComplexVector : toVector;
  return ofFile(text, () => convert(file, { inexactIntegers: options.reading?.inexactIntegers ?? 'refuse' }));
}

/** Right-hand side and solution from `NAME_b.mtx` and `NAME_x.mtx` beside the matrix file, when both are there and fit. */
export async function companionVectors(
  source: MatrixSource,
  shape: { readonly rows: number; readonly cols: number },
  options: LoadOptions,
  components: 1 | 2,
): Promise<{ readonly x: Float64Array; readonly b: Float64Array } | undefined> {
  const [x, b] = [companionOf(source, 'x'), companionOf(source, 'b')];
  if (x === undefined || b === undefined) return undefined;
  return {
    x: await loadVector(x, 'x', shape.cols, 'column', options, components),
    b: await loadVector(b, 'b', shape.rows, 'row', options, components),
  };
}
