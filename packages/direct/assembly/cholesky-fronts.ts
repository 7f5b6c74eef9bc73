import { ROWS } from '@spmv/gemm/assembly/tile';
import { bytes, lineOf, STEPS, takeOff, takeOffRest } from './front';

/** Lᵀ of `rows` lines from i on where these are columns. The line whose pivot is not above zero, or −1. */
function finishDiagonal(panel: usize, height: i32, i: i32, rows: i32): i32 {
  const first = panel + bytes(i * height + i);
  for (let k = 0; k < rows; k++) {
    const line = first + bytes(k * height);
    for (let q = 0; q < k; q++) {
      const other = first + bytes(q * height);
      const by = load<f64>(other + bytes(k));
      for (let r = k; r < rows; r++)
        store<f64>(line + bytes(r), load<f64>(line + bytes(r)) - by * load<f64>(other + bytes(r)));
    }
    const pivot = load<f64>(line + bytes(k));
    if (!(pivot > 0)) return i + k;
    const root = sqrt<f64>(pivot);
    store<f64>(line + bytes(k), root);
    for (let r = k + 1; r < rows; r++) store<f64>(line + bytes(r), load<f64>(line + bytes(r)) / root);
  }
  return -1;
}

/** The same lines in columns from … past − 1, where nothing is left to take off but their own products. */
function finish(panel: usize, height: i32, i: i32, rows: i32, from: i32, past: i32): void {
  const first = panel + bytes(i * height);
  const diagonal = first + bytes(i);
  const next = bytes(height);
  for (let k = 0; k < rows; k++) {
    const line = first + bytes(k * height);
    const root = load<f64>(diagonal + bytes(k * height + k));
    let j = from;
    for (; j + 2 <= past; j += 2) {
      let value = v128.load(line + bytes(j));
      let other = first + bytes(j);
      for (let q = 0; q < k; q++) {
        const by = v128.load_splat<f64>(diagonal + bytes(q * height + k));
        value = f64x2.sub(value, f64x2.mul(by, v128.load(other)));
        other += next;
      }
      v128.store(line + bytes(j), f64x2.div(value, f64x2.splat(root)));
    }
    if (j == past) continue;
    let value = load<f64>(line + bytes(j));
    for (let q = 0; q < k; q++)
      value -= load<f64>(diagonal + bytes(q * height + k)) * load<f64>(first + bytes(q * height + j));
    store<f64>(line + bytes(j), value / root);
  }
}

/** Lines begin … past − 1 of a front, and the others without their products. The line whose pivot is not above zero, or −1. */
function factor(panel: usize, update: usize, own: usize, width: i32, height: i32, begin: i32, past: i32): i32 {
  for (let i = begin; i < past; i += ROWS) {
    const rows = min(ROWS, past - i);
    const lines = panel + bytes(begin * height);
    if (i > begin) takeOff(lines, lines, height, i - begin, i, rows, i, height, panel + bytes(i * height), height);
    const failed = finishDiagonal(panel, height, i, rows);
    if (failed >= 0) return failed;
    finish(panel, height, i, rows, i + rows, height);
  }
  if (past < height) takeOffRest(panel, update, panel, own, width, height, begin, past, past);
  return -1;
}

/** The place of a number that a host says as f64. */
// @ts-ignore: decorator
@inline
function placeOf(numbers: usize, start: usize, at: i32): usize {
  return numbers + (<usize>load<f64>(start + bytes(at)) << 3);
}

// @ts-ignore: decorator
@inline
function int(array: usize, at: i32): i32 {
  return load<i32>(array + (<usize>at << 2));
}

/** What a child left is added to the lines of a front; `at` says which of them its rows are. */
function extendAdd(
  panel: usize, update: usize, width: i32, height: i32, ids: usize, count: i32, from: usize, at: usize, place: usize,
): void {
  for (let j = 0; j < count; j++) store<i32>(place + (<usize>j << 2), int(at, int(ids, j)));
  for (let i = 0; i < count; i++) {
    const line = lineOf(panel, update, width, height, int(place, i));
    for (let j = i; j < count; j++) {
      const to = line + bytes(int(place, j));
      store<f64>(to, load<f64>(to) + load<f64>(from + bytes(j)));
    }
    from += bytes(count);
  }
}

/**
 * Panels that hold the entries of A become L, supernode by supernode from state[1] and its line state[2] on, until about `budget` products
 * are done. state[0]: the pivot that is not above zero, or −1. `at` has room for n and `place` for a front's rows.
 */
export function choleskyFronts(
  firstPivot: usize, rowsStart: usize, rows: usize, panelStart: usize, updateStart: usize, firstChild: usize, sibling: usize,
  panels: usize, updates: usize, at: usize, place: usize, own: usize, state: usize, supernodes: i32, budget: f64,
): void {
  let s = <i32>load<f64>(state, 8);
  let line = <i32>load<f64>(state, 16);
  let done: f64 = 0;
  while (s < supernodes && done < budget) {
    const first = int(firstPivot, s);
    const width = int(firstPivot, s + 1) - first;
    const begin = rows + (<usize>load<f64>(rowsStart + bytes(s)) << 2);
    const height = <i32>(load<f64>(rowsStart + bytes(s + 1)) - load<f64>(rowsStart + bytes(s)));
    const panel = placeOf(panels, panelStart, s);
    const update = placeOf(updates, updateStart, s);
    if (line == 0) {
      memory.fill(update, 0, bytes((height - width) * (height - width)));
      let child = int(firstChild, s);
      if (child >= 0) for (let r = 0; r < height; r++) store<i32>(at + (<usize>int(begin, r) << 2), r);
      for (; child >= 0; child = int(sibling, child)) {
        const skipped = int(firstPivot, child + 1) - int(firstPivot, child);
        const count = <i32>(load<f64>(rowsStart + bytes(child + 1)) - load<f64>(rowsStart + bytes(child))) - skipped;
        const ids = rows + (<usize>load<f64>(rowsStart + bytes(child)) << 2) + (<usize>skipped << 2);
        extendAdd(panel, update, width, height, ids, count, placeOf(updates, updateStart, child), at, place);
      }
    }
    const past = min(width, line + STEPS);
    const failed = factor(panel, update, own, width, height, line, past);
    if (failed >= 0) {
      store<f64>(state, <f64>(first + failed));
      return;
    }
    done += <f64>(past - line) * height * height;
    line = past;
    if (line < width) continue;
    line = 0;
    s++;
  }
  store<f64>(state, s, 8);
  store<f64>(state, line, 16);
}
