import type { FileMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Characters handed out at once. */
const PIECE = 1 << 16;

/** The bytes of a file, a piece at a time. Errors: `FILE.WRITE` for complex values. */
export function* writeEdges({ shape, positions, values, imaginary }: FileMatrix): Generator<Uint8Array> {
  if (imaginary !== undefined)
    throw new SpmvError('FILE.WRITE', 'Such files hold real values, and these are complex.', {
      fix: 'Write them as Matrix Market or .npz.',
      details: {},
    });
  const encoder = new TextEncoder();
  let text = `edges ${shape.rows} ${shape.cols}\n`;
  for (let k = 0; k < values.length; k++) {
    // A dense matrix has every element, row by row.
    const row = positions ? positions.rowIndex[k] : Math.floor(k / shape.cols);
    const col = positions ? positions.colIndex[k] : k % shape.cols;
    const value = values[k] as number;
    // −0 is written as such, and numbers in the fewest digits that read back the same.
    text += `${row} ${col} ${Object.is(value, -0) ? '-0' : value}\n`;
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}
