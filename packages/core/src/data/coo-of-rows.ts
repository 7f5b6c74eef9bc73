import { markCanonical } from '../format/built-mark.ts';
import { positionsByRows } from './coo-by-rows.ts';
import type { CooMatrix } from './coo.ts';
import { roomByRows } from './coo.ts';
import type { RowSource } from './row-source.ts';
import { checkRowLengths, entriesOf, forEachBatch } from './row-source.ts';

/**
 * All entries of a source as COO: 16 bytes an entry. Errors: `FORMAT.REFUSED` for more than 2³¹−1 entries, `FORMAT.SHAPE` and
 * `FORMAT.INVALID` for a source that is wrong.
 */
export function cooOfRows(source: RowSource): CooMatrix {
  if (source.coo) return source.coo;
  checkRowLengths(source);
  const { rowLength } = source;
  const { shape, colIndex, values } = roomByRows(source.shape, entriesOf(source));
  const rowStart = new Int32Array(shape.rows + 1);
  for (let i = 0; i < shape.rows; i++) rowStart[i + 1] = (rowStart[i] as number) + (rowLength[i] as number);
  forEachBatch(source, (batch) => {
    colIndex.set(batch.colIndex, batch.first);
    values.set(batch.values, batch.first);
  });
  const coo: CooMatrix = Object.assign(positionsByRows(rowStart, colIndex), { shape, values });
  // Every batch was checked.
  markCanonical(coo);
  return coo;
}
