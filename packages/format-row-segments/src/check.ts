import type { Finding } from '@spmv/core';
import type { RowSegmentsMatrix } from './row-segments-layout.ts';
import { COLUMNS, DIAGONALS, MAX_ROWS } from './segments.ts';

/** The first thing wrong with prefix sums that have to run from 0 to `last`, each step at least `least`. */
function checkStarts(name: string, starts: Int32Array, last: number, least: number): Finding | undefined {
  if (starts[0] !== 0 || starts[starts.length - 1] !== last) {
    return {
      invariant: `${name}.ends`,
      message: `${name} runs from ${starts[0]} to ${starts[starts.length - 1]}, not from 0 to ${last}`,
    };
  }
  for (let s = 1; s < starts.length; s++) {
    if (starts[s] - starts[s - 1] < least)
      return { invariant: `${name}.monotone`, message: `${name}[${s}] is ${starts[s]}, after ${starts[s - 1]}` };
  }
  return undefined;
}

function checkSegment({ shape, arrays }: RowSegmentsMatrix, s: number): Finding | undefined {
  const { segmentRow, entryStart, columnStart, kind, column } = arrays;
  const row = segmentRow[s];
  const rows = segmentRow[s + 1] - row;
  if (rows > MAX_ROWS)
    return { invariant: 'segmentRow.height', message: `segment ${s} has ${rows} rows, more than ${MAX_ROWS}` };
  if (kind[s] !== COLUMNS && kind[s] !== DIAGONALS)
    return { invariant: 'kind.range', message: `segment ${s} is of kind ${kind[s]}, not 0 or 1` };
  const begin = columnStart[s];
  const end = columnStart[s + 1];
  const entries = entryStart[s + 1] - entryStart[s];
  if (entries !== rows * (end - begin))
    return {
      invariant: 'entryStart.area',
      message: `segment ${s} has ${entries} entries, not ${rows} × ${end - begin}`,
    };
  const [origin, last] = kind[s] === DIAGONALS ? [row, row + rows - 1] : [0, 0];
  for (let k = begin; k < end; k++) {
    const j = column[k];
    if (k > begin && j <= column[k - 1])
      return { invariant: 'column.increasing', message: `segment ${s}: ${j} follows ${column[k - 1]}` };
    if (j + origin < 0 || j + last >= shape.cols)
      return { invariant: 'column.range', message: `segment ${s}: ${j} leads outside 0..${shape.cols - 1}` };
  }
  return undefined;
}

/** The values are of the type that the header says. */
function checkValueType({ valueType, params, scalars, arrays }: RowSegmentsMatrix): Finding | undefined {
  const valueBytes = arrays.values.BYTES_PER_ELEMENT;
  const narrow = valueType === 'f32' || params.valueStorage === 'narrowest';
  return valueBytes === scalars['valueBytes'] && (valueBytes === 4 ? narrow : valueType === 'f64')
    ? undefined
    : {
        invariant: 'layout.elements',
        message: `values of ${valueBytes} bytes are no ${valueType} in valueStorage=${params.valueStorage}, valueBytes=${scalars['valueBytes']}`,
      };
}

/** The first broken invariant of a matrix in format `row-segments`. */
export function checkRowSegments(matrix: RowSegmentsMatrix): readonly Finding[] {
  const { shape, nnz, arrays } = matrix;
  const starts =
    checkValueType(matrix) ??
    checkStarts('segmentRow', arrays.segmentRow, shape.rows, 1) ??
    checkStarts('entryStart', arrays.entryStart, nnz, 0) ??
    checkStarts('columnStart', arrays.columnStart, arrays.column.length, 0);
  if (starts) return [starts];
  for (let s = 0; s < arrays.kind.length; s++) {
    const finding = checkSegment(matrix, s);
    if (finding) return [finding];
  }
  return [];
}
