import type { CooMatrix, FormatPlan, MatrixStructure, SparseFormat, ValueArray, ValueType } from '@spmv/core';
import { exactInF32, rowStartOf } from '@spmv/core';
import { checkRowSegments } from './check.ts';
import { DIAGONALS, findSegments, tileRows } from './segments.ts';
import { AHRENS, SUN } from './sources.ts';
import type { RowSegmentsMatrix, RowSegmentsParams } from './row-segments-layout.ts';
import { layout } from './row-segments-layout.ts';

function plan(
  { shape, nnz, rowLength, positions, values }: MatrixStructure,
  params: RowSegmentsParams,
  valueType: ValueType,
): FormatPlan {
  if (!positions)
    return {
      refusal: 'which rows share their columns is not known from the lengths of the rows alone',
      fix: 'Plan with structureOf(coo).',
    };
  const rowStart = new Int32Array(shape.rows + 1);
  for (let i = 0; i < shape.rows; i++) rowStart[i + 1] = rowStart[i] + rowLength[i];
  const { kind, columns } = findSegments(rowStart, positions.colIndex);
  // f32 where that keeps every value.
  const narrow = params.valueStorage === 'narrowest' && values !== undefined && exactInF32(values);
  const shared = nnz - columns;
  return {
    scalars: { segments: kind.length, columns, valueBytes: valueType === 'f32' || narrow ? 4 : 8 },
    slots: nnz,
    ...(shared < params.leastShared * nnz
      ? {
          refusal: `${((100 * shared) / nnz).toFixed(0)} % of the entries share their column or diagonal with the row before; below ${100 * params.leastShared} % (leastShared) csr is smaller and faster`,
          fix: 'Use csr, or lower leastShared.',
        }
      : {}),
  };
}

/** The values of a segment of diagonals, tile by tile, in each tile distance by distance. `from`: its first entry, in both orders. */
function placeTiles(source: Float64Array, target: ValueArray, from: number, rows: number, width: number): void {
  let to = from;
  for (let row = 0; row < rows;) {
    const height = tileRows(rows - row);
    for (let k = 0; k < width; k++) {
      for (let r = 0; r < height; r++) target[to++] = source[from + (row + r) * width + k];
    }
    row += height;
  }
}

function build(coo: CooMatrix, { arrays }: RowSegmentsMatrix): void {
  const { segmentRow, entryStart, columnStart, kind, column, values } = arrays;
  const { colIndex, values: source } = coo;
  const rowStart = rowStartOf(coo);
  const found = findSegments(rowStart, colIndex);
  segmentRow.set(found.segmentRow);
  kind.set(found.kind);
  entryStart.set(found.segmentRow.map((row) => rowStart[row]));
  for (let s = 0; s < kind.length; s++) {
    const row = segmentRow[s];
    const from = rowStart[row];
    const width = rowStart[row + 1] - from;
    const place = columnStart[s];
    columnStart[s + 1] = place + width;
    const origin = kind[s] === DIAGONALS ? row : 0;
    for (let k = 0; k < width; k++) column[place + k] = colIndex[from + k] - origin;
    if (kind[s] === DIAGONALS) placeTiles(source, values, from, segmentRow[s + 1] - row, width);
    else values.set(source.subarray(from, entryStart[s + 1]), from);
  }
}

function toCoo({ shape, nnz, arrays }: RowSegmentsMatrix): CooMatrix {
  const { segmentRow, entryStart, columnStart, kind, column, values: stored } = arrays;
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  for (let s = 0; s < kind.length; s++) {
    const end = segmentRow[s + 1];
    const place = columnStart[s];
    const width = columnStart[s + 1] - place;
    const diagonals = kind[s] === DIAGONALS;
    let entry = entryStart[s];
    for (let row = segmentRow[s]; row < end;) {
      const height = diagonals ? tileRows(end - row) : 1;
      for (let r = 0; r < height; r++) {
        for (let k = 0; k < width; k++) {
          const to = entry + r * width + k;
          rowIndex[to] = row + r;
          colIndex[to] = column[place + k] + (diagonals ? row + r : 0);
          values[to] = stored[entry + k * height + r];
        }
      }
      entry += height * width;
      row += height;
    }
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}

/**
 * The rows in *segments* of consecutive ones that share either their columns, as the unknowns of one node of a finite element mesh
 * do, or their distances to the diagonal, as the points of one line of a grid do. A segment keeps its columns or distances once: no
 * entry has an index of its own. A row that shares with neither neighbour is a segment of one.
 *
 * Values of a segment of columns (kind 0) lie row after row; those of a segment of diagonals (kind 1) in tiles of 16 rows, then 8, 4,
 * 2, 1, in each tile distance after distance, so that a vector of values meets consecutive elements of x. Nothing is padded. A segment
 * has at most 128 rows. Values of an f64 matrix that all are f32 exactly are kept as f32; sums stay f64.
 *
 * ```
 * 1 2 . . .      segmentRow    0 3 5            rows 0–2, rows 3–4
 * . 3 4 . .      kind          1 0
 * . . 5 6 .      columnStart   0 2 4            column  0 1 | 0 3
 * 7 . . 8 .      entryStart    0 6 10
 * 9 . . 10 .     values        1 3 2 4 | 5 6 | 7 8 9 10        a tile of two rows, one of one, two rows
 * ```
 *
 * Bytes: nnz·value + 4·columns + 13·segments + 12; CSR needs nnz·(value + 4) + 4·rows + 4. Refused where less than `leastShared` of
 * the entries are spared an index.
 */
export const rowSegments: SparseFormat<RowSegmentsParams, typeof layout> = {
  kind: 'format',
  id: 'row-segments',
  title: 'Row segments that share columns or diagonals',
  sources: [SUN, AHRENS],
  layout,
  scalars: {
    segments: 'Number of segments.',
    columns: 'Columns and distances of all segments together.',
    valueBytes: 'Bytes of one stored value: 4 or 8.',
  },
  params: {
    axes: {
      leastShared: {
        values: [0.5, 0],
        default: 0.5,
        range: { min: 0, max: 1, integer: false },
        doc: 'Least share of entries without an index of their own; the format is refused below it.',
      },
      valueStorage: {
        values: ['narrowest', 'full'],
        default: 'narrowest',
        doc: 'narrowest keeps f64 values as f32 where all of them are exact in it; full keeps the value type.',
      },
    },
  },
  plan,
  build,
  toCoo,
  check: checkRowSegments,
};
