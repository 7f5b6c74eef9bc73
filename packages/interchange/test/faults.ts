import type { FileMatrix } from '@spmv/core';
import { isSpmvError } from '@spmv/core';

/** What is wrong with what was read, or with how it was refused. */
export async function fault(read: () => Promise<FileMatrix>): Promise<string | undefined> {
  let matrix: FileMatrix;
  try {
    matrix = await read();
  } catch (error) {
    if (!isSpmvError(error)) return `not refused but crashed: ${String((error as Error).stack)}`;
    return error.code.startsWith('FILE.') && error.fix !== '' ? undefined : `${error.code}: ${error.message}`;
  }
  const { shape, positions, values } = matrix;
  if (positions === undefined)
    return values.length === shape.rows * shape.cols ? undefined : 'another number of elements than the shape says';
  if (positions.rowIndex.length !== values.length || positions.colIndex.length !== values.length)
    return 'arrays of different lengths';
  for (let k = 0; k < values.length; k++) {
    const [i, j] = [positions.rowIndex[k] as number, positions.colIndex[k] as number];
    if (!(i >= 0 && i < shape.rows && j >= 0 && j < shape.cols)) return `entry ${k} lies outside`;
  }
  return undefined;
}
