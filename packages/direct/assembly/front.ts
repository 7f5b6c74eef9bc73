import { packPanel } from '@spmv/gemm/assembly/pack';
import { panelTile, ROWS, stepsTile } from '@spmv/gemm/assembly/tile';

/*
 * Products of a front: factorFront and factorIndefiniteFront of src, whose words this uses. Addresses are those of f64. `own` has room for
 * a panel of rows and the columns of a group.
 */

/** Lines whose products are taken off together, and columns: so much of the panel is packed and stays in the second-level cache. */
// @ts-ignore: decorator
@inline
export const STEPS: i32 = 128;
// @ts-ignore: decorator
@inline
export const GROUP: i32 = 192;
/** Columns of a tile. */
// @ts-ignore: decorator
@inline
export const COLUMNS: i32 = 4;
/** Rows from which on packing costs less than lines that are far apart. */
// @ts-ignore: decorator
@inline
const PACKED_ROWS: i32 = 48;

/** Bytes of `count` numbers. */
// @ts-ignore: decorator
@inline
export function bytes(count: i32): usize {
  return <usize>count << 3;
}

/** Columns from … past − 1 of `steps` lines, `height` numbers each, at `lines`, to `packed`: tile after tile. */
export function packColumns(lines: usize, height: i32, steps: i32, from: i32, past: i32, packed: usize): void {
  for (let j = from; j < past; j += COLUMNS) {
    packPanel<f64>(lines + bytes(j), 1, height, packed, min(COLUMNS, past - j), steps, COLUMNS);
    packed += bytes(COLUMNS * steps);
  }
}

/** Takes the products of `rows` columns of `left` from i on with columns from … past − 1 of `lines`, both `steps` lines of `height` numbers, off lines at `c`, whose column 0 this is and which are `apart` numbers. */
export function takeOff(
  lines: usize, left: usize, height: i32, steps: i32, i: i32, rows: i32, from: i32, past: i32, c: usize, apart: i32,
): void {
  const next = bytes(height);
  for (let j = from; j < past; j += COLUMNS)
    stepsTile<f64>(
      left + bytes(i), next, lines + bytes(j), next, c + bytes(j), steps, bytes(apart), rows, min(COLUMNS, past - j), -1, 1,
    );
}

/** Where column 0 of line i of a front would be: in the panel or in the update. */
// @ts-ignore: decorator
@inline
export function lineOf(panel: usize, update: usize, width: i32, height: i32, i: i32): usize {
  return i < width ? panel + bytes(i * height) : update + bytes((i - width) * (height - width) - width);
}

/** Where a group of columns from `group` on ends: none has columns of both, lines of the update have none of the panel. */
// @ts-ignore: decorator
@inline
function pastGroup(group: i32, width: i32, height: i32): i32 {
  return min(group < width ? width : height, group + GROUP);
}

/** Takes the products of lines begin … end − 1 off all lines from `past` on, from the diagonal on. `left` is the panel, or of LDLᵀ its lines over their pivots. */
export function takeOffRest(
  panel: usize, update: usize, left: usize, own: usize, width: i32, height: i32, begin: i32, end: i32, past: i32,
): void {
  const steps = end - begin;
  const lines = panel + bytes(begin * height);
  const columns = left + bytes(begin * height);
  const packed = own + bytes(ROWS * STEPS);
  for (let group = past; group < height; ) {
    const until = pastGroup(group, width, height);
    const isPacked = until - past >= PACKED_ROWS;
    if (isPacked) packColumns(lines, height, steps, group, until, packed);
    for (let i = past; i < until; ) {
      const rows = min(ROWS, (i < width ? min(width, until) : until) - i);
      // Whole tiles: what is before the diagonal is written and never read.
      const from = i <= group ? group : group + (i - group) / COLUMNS * COLUMNS;
      const c = lineOf(panel, update, width, height, i);
      const apart = i < width ? height : height - width;
      if (isPacked) {
        packPanel<f64>(columns + bytes(i), 1, height, own, rows, steps, ROWS);
        for (let j = from; j < until; j += COLUMNS)
          panelTile<f64>(
            own, packed + bytes((j - group) * steps), c + bytes(j), steps, bytes(apart), rows, min(COLUMNS, until - j), -1, 1,
          );
      } else takeOff(lines, columns, height, steps, i, rows, from, until, c, apart);
      i += rows;
    }
    group = until;
  }
}

/** Takes the products of pivots begin … end − 1 of LDLᵀ off the lines of a square from `past` on. */
export function indefiniteRest(numbers: usize, lines: usize, own: usize, height: i32, begin: i32, end: i32, past: i32): void {
  for (let k = begin; k < end; k += STEPS) takeOffRest(numbers, 0, lines, own, height, height, k, min(end, k + STEPS), past);
}
