import type { Finding, StoredMatrix } from '@spmv/core';
import { checkScalars } from '@spmv/core';
import type { BellArrays } from './bell-layout.ts';
import type { BellParams } from './bell-params.ts';
import type { Geometry } from './geometry.ts';
import { geometryOf } from './geometry.ts';

type Stored = StoredMatrix<BellArrays, BellParams>;

/** Number of set bits. */
function bits(mask: number): number {
  let count = 0;
  for (let rest = mask >>> 0; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Mask of the elements of block (b, blockCol) that lie inside the matrix. */
function inside({ shape, params }: Stored, b: number, blockCol: number): number {
  const { blockRows, blockCols } = params;
  let mask = 0;
  for (let i = 0; i < blockRows && b * blockRows + i < shape.rows; i++) {
    for (let j = 0; j < blockCols && blockCol * blockCols + j < shape.cols; j++) mask |= 1 << (i * blockCols + j);
  }
  return mask;
}

/** The block at place k of row of blocks b, given the block column before it (−2 once padding began). */
function checkBlock(matrix: Stored, geometry: Geometry, b: number, k: number, previous: number): Finding | undefined {
  const { shape, params, arrays } = matrix;
  const where = `row of blocks ${b}, place ${k}`;
  const place = b * geometry.rowStep + k * geometry.placeStep;
  const blockCol = arrays.blockColIndex[place];
  const mask = arrays.mask[place];
  if (blockCol < 0) {
    return blockCol === -1 && mask === 0
      ? undefined
      : { invariant: 'padding.marked', message: `${where} is padding with block column ${blockCol} and mask ${mask}` };
  }
  if (previous === -2) return { invariant: 'padding.last', message: `${where} is a block after padding` };
  if (blockCol >= Math.ceil(shape.cols / params.blockCols))
    return { invariant: 'blockColIndex.range', message: `${where}: block column ${blockCol} is outside the matrix` };
  if (blockCol <= previous)
    return { invariant: 'blockColIndex.increasing', message: `${where}: block column ${blockCol} follows ${previous}` };
  if (mask === 0) return { invariant: 'mask.empty', message: `${where} has no entries` };
  if ((mask & ~inside(matrix, b, blockCol)) !== 0)
    return { invariant: 'mask.inside', message: `${where}: mask ${mask} has entries outside the matrix or the block` };
  for (let e = 0; e < geometry.size; e++) {
    const value = arrays.values[b * geometry.valueRowStep + k * geometry.valuePlaceStep + e * geometry.elementStep];
    if (((mask >>> e) & 1) === 0 && value !== 0)
      return { invariant: 'padding.zero', message: `${where}, element ${e} is no entry but holds ${value}` };
  }
  return undefined;
}

/** The first broken invariant of a blocked ELLPACK matrix, or none. */
export function checkBell(matrix: Stored): readonly Finding[] {
  const { shape, nnz, params, scalars, arrays } = matrix;
  const geometry = geometryOf(shape, scalars['width'], params);
  const wrong = checkScalars(matrix, { stride: geometry.stride });
  if (wrong) return [wrong];
  let entries = 0;
  let blocks = 0;
  let most = 0;
  for (let b = 0; b < geometry.blockRowCount; b++) {
    let previous = -1;
    let count = 0;
    for (let k = 0; k < geometry.width; k++) {
      const finding = checkBlock(matrix, geometry, b, k, previous);
      if (finding) return [finding];
      const place = b * geometry.rowStep + k * geometry.placeStep;
      const blockCol = arrays.blockColIndex[place];
      previous = blockCol < 0 ? -2 : blockCol;
      if (blockCol >= 0) count++;
      entries += bits(arrays.mask[place]);
    }
    blocks += count;
    most = Math.max(most, count);
  }
  if (most !== geometry.width)
    return [{ invariant: 'width', message: `the longest row of blocks has ${most}, width is ${geometry.width}` }];
  let columns = 0;
  for (let place = 0; place < geometry.places; place++) if (arrays.blockColIndex[place] !== -1) columns++;
  if (columns !== blocks)
    return [
      { invariant: 'padding.marked', message: `${columns} block columns are stored, the rows have ${blocks} blocks` },
    ];
  return entries === nnz ? [] : [{ invariant: 'nnz', message: `${entries} entries are stored, nnz is ${nnz}` }];
}
