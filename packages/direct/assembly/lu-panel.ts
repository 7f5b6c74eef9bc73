import { packPanel } from '@spmv/gemm/assembly/pack';
import { panelTile, ROWS } from '@spmv/gemm/assembly/tile';
import { bytes, COLUMNS, GROUP, packColumns, STEPS } from './front';

/* Columns of a front of LU: eliminatePanel of src, whose words this uses. */

// @ts-ignore: decorator
@inline
function number(numbers: usize, height: i32, r: i32, c: i32): usize {
  return numbers + bytes(r * height + c);
}

/** The candidate with the largest number in a column, −1 where it is no pivot. */
function pivotRow(numbers: usize, height: i32, candidates: i32, column: i32, threshold: f64): i32 {
  let most: f64 = 0;
  let all: f64 = 0;
  let found = -1;
  for (let r = column; r < height; r++) {
    const size = abs<f64>(load<f64>(number(numbers, height, r, column)));
    if (!(size <= all)) all = size;
    if (r < candidates && size > most) {
      most = size;
      found = r;
    }
  }
  return most >= threshold * all ? found : -1;
}

/** `count` numbers, `step` bytes apart, change places with others. */
function exchange(one: usize, other: usize, count: i32, step: usize): void {
  for (let j = 0; j < count; j++) {
    const kept = load<f64>(one);
    store<f64>(one, load<f64>(other));
    store<f64>(other, kept);
    one += step;
    other += step;
  }
}

/** to[j] −= by · from[j] for j from `begin` to `end` − 1. */
// @ts-ignore: decorator
@inline
function takeOffLine(from: usize, by: f64, to: usize, begin: i32, end: i32): void {
  const all = f64x2.splat(by);
  let j = begin;
  for (; j + 2 <= end; j += 2)
    v128.store(to + bytes(j), f64x2.sub(v128.load(to + bytes(j)), f64x2.mul(all, v128.load(from + bytes(j)))));
  if (j < end) store<f64>(to + bytes(j), load<f64>(to + bytes(j)) - by * load<f64>(from + bytes(j)));
}

/** Lines from `done` on −= L·U, of columns `from` … `end` − 1 of L, in columns from `past` on. */
function takeOffRest(numbers: usize, own: usize, height: i32, from: i32, end: i32, done: i32, past: i32): void {
  const steps = end - from;
  const packed = own + bytes(ROWS * STEPS);
  for (let group = past; group < height; group += GROUP) {
    const until = min(height, group + GROUP);
    packColumns(number(numbers, height, from, 0), height, steps, group, until, packed);
    for (let i = done; i < height; i += ROWS) {
      const rows = min(ROWS, height - i);
      packPanel<f64>(number(numbers, height, i, from), height, 1, own, rows, steps, ROWS);
      for (let j = group; j < until; j += COLUMNS)
        panelTile<f64>(
          own, packed + bytes((j - group) * steps), number(numbers, height, i, j), steps, bytes(height), rows, min(COLUMNS, until - j), -1, 1,
        );
    }
  }
}

/** Eliminates columns `from` … `past` − 1. Ids of rows and columns are exchanged by the host: `swaps` gets the row, or −1 − the column, that each step took, and the number of steps first. Returns where elimination ended. */
export function luPanel(
  numbers: usize, own: usize, swaps: usize, height: i32, candidates: i32, from: i32, past: i32, threshold: f64,
): i32 {
  let done = from;
  let last = past;
  let steps = 0;
  while (done < last) {
    const row = pivotRow(numbers, height, candidates, done, threshold);
    steps++;
    if (row < 0) {
      last--;
      exchange(number(numbers, height, 0, done), number(numbers, height, 0, last), height, bytes(height));
      store<i32>(swaps + (<usize>steps << 2), -1 - last);
      continue;
    }
    store<i32>(swaps + (<usize>steps << 2), row);
    if (row != done) exchange(number(numbers, height, done, 0), number(numbers, height, row, 0), height, 8);
    const line = number(numbers, height, done, 0);
    const pivot = load<f64>(line + bytes(done));
    for (let r = done + 1; r < height; r++) {
      const to = number(numbers, height, r, 0);
      const by = load<f64>(to + bytes(done)) / pivot;
      store<f64>(to + bytes(done), by);
      if (by != 0) takeOffLine(line, by, to, done + 1, past);
    }
    done++;
  }
  store<i32>(swaps, steps);
  if (past == height || done == from) return done;
  for (let i = from + 1; i < done; i++)
    for (let p = from; p < i; p++)
      takeOffLine(number(numbers, height, p, 0), load<f64>(number(numbers, height, i, p)), number(numbers, height, i, 0), past, height);
  for (let k = from; k < done; k += STEPS) takeOffRest(numbers, own, height, k, min(done, k + STEPS), done, past);
  return done;
}
