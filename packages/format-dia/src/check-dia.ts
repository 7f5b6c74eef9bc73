import type { Finding, StoredMatrix } from '@spmv/core';
import type { DiaArrays } from './dia-layout.ts';
import { WORD } from './dia-layout.ts';

type Stored = StoredMatrix<DiaArrays, Record<never, never>>;

/** What is wrong with diagonal d, or how many entries it has. */
function checkDiagonal({ shape, scalars, arrays }: Stored, d: number): Finding | number {
  const { rows, cols } = shape;
  const { offset, filled, values } = arrays;
  const words = scalars['words'];
  let entries = 0;
  for (let i = 0; i < words * WORD; i++) {
    const isEntry = ((filled[d * words + Math.floor(i / WORD)] >>> (i % WORD)) & 1) === 1;
    if (i >= rows) {
      if (isEntry) return { invariant: 'filled.rows', message: `diagonal ${d} has an entry in row ${i} of ${rows}` };
      continue;
    }
    if (!isEntry) {
      const value = values[d * rows + i];
      if (value !== 0)
        return { invariant: 'padding.zero', message: `row ${i}, diagonal ${d} is padding but holds ${value}` };
      continue;
    }
    const j = i + offset[d];
    if (j < 0 || j >= cols)
      return {
        invariant: 'filled.inside',
        message: `row ${i}, diagonal ${d}: column ${j} is outside 0..${cols - 1}`,
      };
    entries++;
  }
  return entries === 0 ? { invariant: 'offset.used', message: `diagonal ${d} has no entry` } : entries;
}

/** The first thing that is wrong with a matrix stored as `dia`. */
export function checkDia(matrix: Stored): readonly Finding[] {
  const { shape, nnz, scalars, arrays } = matrix;
  const { words = 0 } = scalars;
  if (words !== Math.ceil(shape.rows / WORD))
    return [{ invariant: 'words', message: `words is ${words}, not ${Math.ceil(shape.rows / WORD)}` }];
  const { offset } = arrays;
  let entries = 0;
  for (let d = 0; d < offset.length; d++) {
    if (d > 0 && offset[d] <= offset[d - 1])
      return [{ invariant: 'offset.increasing', message: `offset[${d}] = ${offset[d]} follows ${offset[d - 1]}` }];
    const found = checkDiagonal(matrix, d);
    if (typeof found !== 'number') return [found];
    entries += found;
  }
  return entries === nnz ? [] : [{ invariant: 'nnz', message: `${entries} entries are stored, nnz is ${nnz}` }];
}
