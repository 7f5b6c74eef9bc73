import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';

/** The entries of a file in arrays that no other thread sees, as those are that threads read. */
export async function arraysIn(path: string) {
  const { shape, rowIndex, colIndex, values } = toCoo(await readMatrixMarketFile(path));
  return { shape, rowIndex: rowIndex.slice(), colIndex: colIndex.slice(), values: values.slice() };
}
