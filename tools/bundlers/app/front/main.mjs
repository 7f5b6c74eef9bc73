// A page that opens a matrix when it is told to.
import { openMatrix } from 'spmv';

globalThis.products = async () => {
  const A = await openMatrix([
    [4, -1],
    [-1, 4],
  ]);
  return [...(await A.multiply([1, 2]))];
};
