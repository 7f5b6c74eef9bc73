import type { CooMatrix, FormatPlan, MatrixStructure, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import { checkBell } from './bell-check.ts';
import { layout } from './bell-layout.ts';
import type { BellArrays } from './bell-layout.ts';
import type { BellParams } from './bell-params.ts';
import { bellParams } from './bell-params.ts';
import { blockColumns, countBlocks } from './blocks.ts';
import type { Geometry } from './geometry.ts';
import { geometryOf } from './geometry.ts';
import { CHOI, VAZQUEZ } from './sources.ts';

type Stored = StoredMatrix<BellArrays, BellParams>;

/** Most places for values: what an array may have. */
const MOST_PLACES = 2 ** 31 - 1;

function plan({ shape, rowLength, positions }: MatrixStructure, params: BellParams): FormatPlan {
  if (!positions)
    return {
      refusal: 'the number of blocks depends on where the entries are, and only the lengths of the rows are known',
      fix: 'Plan with structureOf(coo).',
    };
  // To count takes longer than anything else of a large matrix, whose longest row may say enough.
  const longest = rowLength.reduce((most, length) => Math.max(most, length), 0);
  const least = geometryOf(shape, Math.ceil(longest / params.blockCols), params);
  if (least.places * least.size > MOST_PLACES)
    return {
      refusal: `one row has ${longest} entries, and blocks for as many in all rows have at least ${least.places * least.size} places, more than 2^31-1`,
      fix: 'Choose a format that does not pad rows, such as csr.',
    };
  const { most } = countBlocks(shape, positions, params.blockRows, params.blockCols);
  const { places, size, width, stride } = geometryOf(shape, most, params);
  return { scalars: { width, stride }, slots: places * size };
}

/** Puts the entries of row of blocks b into place. `placeOf` is scratch: the place of each block column. */
function fillBlockRow(
  coo: CooMatrix,
  params: BellParams,
  geometry: Geometry,
  arrays: BellArrays,
  b: number,
  from: number,
  to: number,
  columns: Int32Array,
  placeOf: Int32Array,
): void {
  const { blockRows, blockCols } = params;
  for (let k = 0; k < columns.length; k++) {
    placeOf[columns[k]] = k;
    arrays.blockColIndex[b * geometry.rowStep + k * geometry.placeStep] = columns[k];
  }
  for (let entry = from; entry < to; entry++) {
    const j = coo.colIndex[entry];
    const blockCol = Math.trunc(j / blockCols);
    const k = placeOf[blockCol];
    const element = (coo.rowIndex[entry] - b * blockRows) * blockCols + (j - blockCol * blockCols);
    const place = b * geometry.rowStep + k * geometry.placeStep;
    arrays.mask[place] = arrays.mask[place] | (1 << element);
    arrays.values[b * geometry.valueRowStep + k * geometry.valuePlaceStep + element * geometry.elementStep] =
      coo.values[entry];
  }
}

function build(coo: CooMatrix, { shape, params, scalars, arrays }: Stored): void {
  const geometry = geometryOf(shape, scalars['width'], params);
  const rowStart = rowStartOf(coo);
  const blockColCount = Math.ceil(shape.cols / params.blockCols);
  const seen = new Uint8Array(blockColCount);
  const placeOf = new Int32Array(blockColCount);
  arrays.blockColIndex.fill(-1);
  for (let b = 0; b < geometry.blockRowCount; b++) {
    const from = rowStart[b * params.blockRows];
    const to = rowStart[Math.min(shape.rows, (b + 1) * params.blockRows)];
    fillBlockRow(
      coo,
      params,
      geometry,
      arrays,
      b,
      from,
      to,
      blockColumns(coo.colIndex, from, to, params.blockCols, seen),
      placeOf,
    );
  }
}

function toCoo({ shape, nnz, params, scalars, arrays }: Stored): CooMatrix {
  const { blockRows, blockCols } = params;
  const geometry = geometryOf(shape, scalars['width'], params);
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let entry = 0;
  for (let i = 0; i < shape.rows; i++) {
    const b = Math.trunc(i / blockRows);
    for (let k = 0; k < geometry.width; k++) {
      const place = b * geometry.rowStep + k * geometry.placeStep;
      const blockCol = arrays.blockColIndex[place];
      if (blockCol < 0) break;
      for (let c = 0; c < blockCols; c++) {
        const element = (i - b * blockRows) * blockCols + c;
        if (((arrays.mask[place] >>> element) & 1) === 0) continue;
        rowIndex[entry] = i;
        colIndex[entry] = blockCol * blockCols + c;
        values[entry] =
          arrays.values[b * geometry.valueRowStep + k * geometry.valuePlaceStep + element * geometry.elementStep];
        entry++;
      }
    }
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}

/**
 * Blocked ELLPACK (BELLPACK): small dense blocks of r × c elements instead of entries, so that one column index and one load of x serve
 * a whole block. Every row of blocks is padded to the most blocks that one has, `width`.
 *
 * A block also holds elements that are not entries. `mask` tells them apart, one bit for each element, row by row from the lowest: so
 * a stored zero stays an entry, and padding is never multiplied with an x that may be infinite.
 *
 * ```
 * 1 . 2 . .      blockRows = blockCols = 2, width = 3     column order, stride 2
 * . 3 . . 4      blockColIndex   0  0   1  1   2 -1
 * . . . . .      mask            9 12   1  8   4  0       9 = 1 + 8: elements (0, 0) and (1, 1)
 * 5 6 . 7 .      values          1 0  0 0  0 5  3 6      block 0 of both rows of blocks, element by element
 *                                2 0  0 0  0 0  0 7
 *                                0 0  0 0  4 0  0 0
 * ```
 *
 * Bytes: places·(4 + mask + r·c·value), places = stride·width or ⌈rows/r⌉·stride; the mask has 1, 2 or 4 bytes. A bad choice where
 * entries do not come in blocks: up to r·c elements are stored for each, and `plan`, which has to see the positions, says how many.
 */
export const bell: SparseFormat<BellParams, typeof layout> = {
  kind: 'format',
  id: 'bell',
  title: 'Blocked ELLPACK (BELLPACK)',
  sources: [VAZQUEZ, CHOI],
  layout,
  scalars: {
    width: 'Blocks per row of blocks: the most that one has.',
    stride: 'Distance between columns (column order) or rows (row order) of blocks, in places.',
  },
  params: bellParams,
  plan,
  build,
  toCoo,
  check: checkBell,
};
