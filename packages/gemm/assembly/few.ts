import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { finishAt } from '@spmv/kernel-kit/assembly/finish-row';
import { dots1, dots2, fourOfOne, fourOfTwo, oneOfOne } from './few-tiles';

/*
 * A tall matrix times one of a few columns: the tall one is read once, in the order in which it lies, and nothing of it is packed. Sums of a chunk of rows stay
 * in a cache, those of a column side by side.
 */

/** Steps that are computed at a time where the tall matrix lies by rows: so many numbers of four rows and of two columns fit the first-level cache. */
// @ts-ignore: decorator
@inline
const BLOCK: i32 = 1024;

/** Adds `rows` rows, which are contiguous, of `depth` steps to the sums of all `count` columns: {@link dots} of them. Distances are in bytes. */
function byRows<T>(
  a: usize, line: usize, rows: i32, depth: i32, x: usize, xStep: usize, xColumn: usize, count: i32, packed: usize, sums: usize, room: usize,
): void {
  for (let begin = 0; begin < depth; begin += BLOCK) {
    const steps = min(BLOCK, depth - begin);
    let from = x + <usize>begin * xStep;
    let next = xColumn;
    if (xStep != sizeof<T>()) {
      next = <usize>BLOCK * sizeof<T>();
      for (let j = 0; j < count; j++) {
        const to = packed + <usize>j * next;
        for (let l = 0; l < steps; l++) store<T>(to + <usize>l * sizeof<T>(), load<T>(from + <usize>l * xStep + <usize>j * xColumn));
      }
      from = packed;
    }
    for (let i = 0; i < rows; i += 4) {
      const row = a + <usize>i * line + <usize>begin * sizeof<T>();
      const here = min(4, rows - i);
      const place = sums + <usize>i * sizeof<T>();
      let j = 0;
      for (; j + 2 <= count; j += 2) {
        const column = from + <usize>j * next;
        const to = place + <usize>j * room;
        dots2<T>(row, line, here, column, column + next, steps, to, to + room);
      }
      if (j < count) dots1<T>(row, line, here, from + <usize>j * next, steps, place + <usize>j * room);
    }
  }
}

/** The same for columns that are contiguous. */
function byColumns<T>(
  a: usize, step: usize, rows: i32, depth: i32, x: usize, xStep: usize, xColumn: usize, count: i32, sums: usize, room: usize,
): void {
  let l = 0;
  for (; l + 4 <= depth; l += 4) {
    const column = a + <usize>l * step;
    const from = x + <usize>l * xStep;
    let j = 0;
    for (; j + 2 <= count; j += 2) {
      const factor = from + <usize>j * xColumn;
      const to = sums + <usize>j * room;
      fourOfTwo<T>(column, step, rows, factor, factor + xColumn, xStep, to, to + room);
    }
    if (j < count) fourOfOne<T>(column, step, rows, from + <usize>j * xColumn, xStep, sums + <usize>j * room);
  }
  for (; l < depth; l++) {
    for (let j = 0; j < count; j++)
      oneOfOne<T>(a + <usize>l * step, rows, x + <usize>l * xStep + <usize>j * xColumn, sums + <usize>j * room);
  }
}

/**
 * Units begin … end − 1 of a batch of products of a tall matrix, `rows` × `depth`, with one of `count` columns. A unit is a slice of `steps` steps of a chunk of
 * `chunk` rows; chunks follow one another, slices of a product those, products these. Element (i, j) of slice s of product q is at q·outBatch + s·outSlice + i·outRow + j·outColumn.
 * `scratch` has room for chunk + BLOCK numbers of every column for each worker.
 */
// @ts-ignore: decorator
@inline
export function few<T>(
  tall: usize, thin: usize, out: usize, scratch: usize, worker: i32, alpha: T, beta: T, begin: i32, end: i32,
  rows: i32, count: i32, depth: i32, row: i32, step: i32, batch: i32, thinStep: i32, thinColumn: i32, thinBatch: i32,
  outRow: i32, outColumn: i32, outSlice: i32, outBatch: i32, chunk: i32, steps: i32,
): void {
  const chunks = (rows + chunk - 1) / chunk;
  const slices = (depth + steps - 1) / steps;
  const own = (chunk + BLOCK) * count;
  checkRange(scratch, worker * own, worker * own + own, alignof<T>());
  const sums = scratch + (<usize>(worker * own) << alignof<T>());
  const room = <usize>chunk << alignof<T>();
  for (let unit = begin; unit < end; unit++) {
    const q = unit / (chunks * slices);
    const s = unit / chunks - q * slices;
    const i = (unit - (q * slices + s) * chunks) * chunk;
    const here = min(chunk, rows - i);
    const length = min(steps, depth - s * steps);
    const a = q * batch + i * row + s * steps * step;
    const x = q * thinBatch + s * steps * thinStep;
    checkRange(tall, a, a + (here - 1) * row + (length - 1) * step + 1, alignof<T>());
    checkRange(thin, x, x + (length - 1) * thinStep + (count - 1) * thinColumn + 1, alignof<T>());
    memory.fill(sums, 0, <usize>count * room);
    const from = tall + (<usize>a << alignof<T>());
    const factors = thin + (<usize>x << alignof<T>());
    const xStep = <usize>thinStep << alignof<T>();
    const xColumn = <usize>thinColumn << alignof<T>();
    if (step == 1)
      byRows<T>(from, <usize>row << alignof<T>(), here, length, factors, xStep, xColumn, count, sums + <usize>count * room, sums, room);
    else byColumns<T>(from, <usize>step << alignof<T>(), here, length, factors, xStep, xColumn, count, sums, room);
    const c = q * outBatch + s * outSlice + i * outRow;
    checkRange(out, c, c + (here - 1) * outRow + (count - 1) * outColumn + 1, alignof<T>());
    for (let j = 0; j < count; j++) {
      const to = out + (<usize>(c + j * outColumn) << alignof<T>());
      for (let r = 0; r < here; r++)
        finishAt<T>(to + (<usize>(r * outRow) << alignof<T>()), load<T>(sums + <usize>j * room + (<usize>r << alignof<T>())), alpha, beta);
    }
  }
}

/** Rows begin … end − 1 of a batch of results whose sums over slices lie in `sums`: those of a column side by side, columns of a slice, slices of a product. */
// @ts-ignore: decorator
@inline
export function sumSlices<T>(
  sums: usize, out: usize, alpha: T, beta: T, begin: i32, end: i32,
  rows: i32, count: i32, slices: i32, outRow: i32, outColumn: i32, outBatch: i32,
): void {
  for (let unit = begin; unit < end; unit++) {
    const q = unit / rows;
    const i = unit - q * rows;
    const from = q * slices * count * rows + i;
    const c = q * outBatch + i * outRow;
    checkRange(sums, from, from + (slices * count - 1) * rows + 1, alignof<T>());
    checkRange(out, c, c + (count - 1) * outColumn + 1, alignof<T>());
    for (let j = 0; j < count; j++) {
      let sum: T = 0;
      for (let s = 0; s < slices; s++) sum += load<T>(sums + (<usize>(from + (s * count + j) * rows) << alignof<T>()));
      finishAt<T>(out + (<usize>(c + j * outColumn) << alignof<T>()), sum, alpha, beta);
    }
  }
}
