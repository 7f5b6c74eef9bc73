import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { columns } from './columns';
import { diagonals } from './diagonals';

/** Segments begin … end − 1, sums in T over values stored as V. */
// @ts-ignore: decorator
@inline
function segments<T, V>(
  segmentRow: usize, entryStart: usize, columnStart: usize, kind: usize, column: usize, values: usize, x: usize, y: usize,
  alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(segmentRow, begin, end + 1, 2);
  checkRange(entryStart, begin, end + 1, 2);
  checkRange(columnStart, begin, end + 1, 2);
  checkRange(kind, begin, end, 0);
  checkRange(column, load<i32>(columnStart + (<usize>begin << 2)), load<i32>(columnStart + (<usize>end << 2)), 2);
  checkRange(values, load<i32>(entryStart + (<usize>begin << 2)), load<i32>(entryStart + (<usize>end << 2)), alignof<V>());
  let c = column + (<usize>load<i32>(columnStart + (<usize>begin << 2)) << 2);
  let row = load<i32>(segmentRow + (<usize>begin << 2));
  for (let s = begin; s < end; s++) {
    const v = values + (<usize>load<i32>(entryStart + (<usize>s << 2)) << alignof<V>());
    const last = column + (<usize>load<i32>(columnStart + (<usize>s << 2), 4) << 2);
    const next = load<i32>(segmentRow + (<usize>s << 2), 4);
    if (load<u8>(kind + <usize>s)) diagonals<T, V>(c, last, v, x, y, row, next - row, alpha, beta);
    else columns<T, V>(c, last, v, x, y, row, next - row, alpha, beta);
    c = last;
    row = next;
  }
}

// @ts-ignore: decorator
@inline
export function rowSegments<T>(segmentRow: usize, entryStart: usize, columnStart: usize, kind: usize, column: usize, values: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32): void {
  segments<T, T>(segmentRow, entryStart, columnStart, kind, column, values, x, y, alpha, beta, begin, end);
}

/** Sums in f64 over values kept as f32. */
export function rowSegmentsNarrowF64(segmentRow: usize, entryStart: usize, columnStart: usize, kind: usize, column: usize, values: usize, x: usize, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  segments<f64, f32>(segmentRow, entryStart, columnStart, kind, column, values, x, y, alpha, beta, begin, end);
}
