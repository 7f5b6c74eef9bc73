import type { CooMatrix } from '@spmv/core';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { generateMatrix } from '@spmv/testkit';

/** `gen:stencil27?n=100`, or a Matrix Market file. */
export async function loadMatrix(source: string): Promise<CooMatrix> {
  if (!source.startsWith('gen:')) return toCoo(await readMatrixMarketFile(source));
  const [name = '', query = ''] = source.slice(4).split('?');
  const options = Object.fromEntries([...new URLSearchParams(query)].map(([key, value]) => [key, Number(value)]));
  return generateMatrix(name, options);
}

/** The same matrix with a diagonal of 1 more than the magnitudes of its row, where it has one: so that numbers of an iteration stay finite. */
export function dominated({ shape, rowIndex, colIndex, values }: CooMatrix): CooMatrix {
  const sums = new Float64Array(shape.rows);
  for (let k = 0; k < values.length; k++) {
    const i = rowIndex[k] as number;
    if (colIndex[k] !== i) sums[i] = (sums[i] as number) + Math.abs(values[k] as number);
  }
  const changed = values.map((value, k) => {
    const i = rowIndex[k] as number;
    return colIndex[k] === i ? 1 + (sums[i] as number) : value;
  });
  return { shape, rowIndex, colIndex, values: changed };
}

/** 1/aᵢᵢ; 1 where there is none. */
export function inverseDiagonal({ shape, rowIndex, colIndex, values }: CooMatrix): Float64Array {
  const inverse = new Float64Array(shape.rows).fill(1);
  for (let k = 0; k < values.length; k++)
    if (rowIndex[k] === colIndex[k] && values[k] !== 0) inverse[rowIndex[k] as number] = 1 / (values[k] as number);
  return inverse;
}

/** bᵢ = cos(i mod 1000): what bench/peers/cupy-cg.py has, too. */
export function rightSide(rows: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => Math.cos(i % 1000));
}
