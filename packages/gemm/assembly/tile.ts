import { finishLanes } from '@spmv/kernel-kit/assembly/finish-row';
import { add, lanes, madd, mul, splat } from '@spmv/kernel-kit/assembly/lanes';

/* A tile of C in registers: six rows of two vectors are twelve sums, and with two vectors of B and one number of A fifteen registers of sixteen. */

/** Rows of a tile. */
// @ts-ignore: decorator
@inline
export const ROWS: i32 = 6;

/** Columns of a tile. */
// @ts-ignore: decorator
@inline
export function columns<T>(): i32 {
  return 2 * lanes<T>();
}

/** The first `count` lanes of α·sums + β·C at `place`, less than all of them; nothing beside them is read or written. */
function writePart<T>(place: usize, sums: v128, count: i32, alpha: T, beta: T): void {
  let result = mul<T>(splat<T>(alpha), sums);
  if (beta != 0) {
    let old = i64x2.splat(0);
    if (sizeof<T>() == 8) old = v128.load_zero<f64>(place);
    else if (count == 1) old = v128.load_zero<f32>(place);
    else {
      old = v128.load_zero<f64>(place);
      if (count == 3) old = v128.load_lane<f32>(place + 8, old, 2);
    }
    result = add<T>(result, mul<T>(splat<T>(beta), old));
  }
  if (sizeof<T>() == 8) v128.store_lane<f64>(place, result, 0);
  else if (count == 1) v128.store_lane<f32>(place, result, 0);
  else {
    v128.store_lane<f64>(place, result, 0);
    if (count == 3) v128.store_lane<f32>(place + 8, result, 2);
  }
}

/** `cols` elements of a row of C from `place` on. */
// @ts-ignore: decorator
@inline
function writeRow<T>(place: usize, sums0: v128, sums1: v128, cols: i32, alpha: T, beta: T): void {
  const count = lanes<T>();
  if (cols >= count) finishLanes<T>(place, sums0, alpha, beta);
  else writePart<T>(place, sums0, cols, alpha, beta);
  if (cols == 2 * count) finishLanes<T>(place + 16, sums1, alpha, beta);
  else if (cols > count) writePart<T>(place + 16, sums1, cols - count, alpha, beta);
}

/**
 * The first `rows` rows and `cols` columns of α·AB + β·C for ROWS rows of A at `a` and `depth` steps of two vectors of B at `b`, `bStep` bytes apart, and the
 * tile of C at `c`, whose rows are `next` bytes apart. `most`, a constant, rows are computed. `apart`, a constant: rows of A are `aRow` bytes apart and steps
 * `aStep`; else A is a panel and both distances are known.
 */
// @ts-ignore: decorator
@inline
function tileOf<T>(
  most: i32, apart: bool, a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize,
  rows: i32, cols: i32, alpha: T, beta: T,
): void {
  let s00 = i64x2.splat(0);
  let s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00, s40 = s00, s41 = s00, s50 = s00, s51 = s00;
  let a1: usize = 0, a2: usize = 0, a3: usize = 0, a4: usize = 0, a5: usize = 0;
  if (apart) {
    // A row that is not there is computed from the last one, and not written.
    a1 = rows > 1 ? a + aRow : a;
    if (most > 2) {
      a2 = a1 + aRow;
      a3 = rows > 3 ? a2 + aRow : a2;
    }
    if (most > 4) {
      a4 = a3 + aRow;
      a5 = rows > 5 ? a4 + aRow : a4;
    }
  }
  // Distances that are part of an instruction are for free; added up they would take a third of the time.
  const end = b + <usize>depth * bStep;
  while (b < end) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let x = v128.load_splat<T>(a);
    s00 = madd<T>(x, b0, s00);
    s01 = madd<T>(x, b1, s01);
    x = apart ? v128.load_splat<T>(a1) : v128.load_splat<T>(a, sizeof<T>());
    s10 = madd<T>(x, b0, s10);
    s11 = madd<T>(x, b1, s11);
    if (most > 2) {
      x = apart ? v128.load_splat<T>(a2) : v128.load_splat<T>(a, 2 * sizeof<T>());
      s20 = madd<T>(x, b0, s20);
      s21 = madd<T>(x, b1, s21);
      x = apart ? v128.load_splat<T>(a3) : v128.load_splat<T>(a, 3 * sizeof<T>());
      s30 = madd<T>(x, b0, s30);
      s31 = madd<T>(x, b1, s31);
    }
    if (most > 4) {
      x = apart ? v128.load_splat<T>(a4) : v128.load_splat<T>(a, 4 * sizeof<T>());
      s40 = madd<T>(x, b0, s40);
      s41 = madd<T>(x, b1, s41);
      x = apart ? v128.load_splat<T>(a5) : v128.load_splat<T>(a, 5 * sizeof<T>());
      s50 = madd<T>(x, b0, s50);
      s51 = madd<T>(x, b1, s51);
    }
    a += aStep;
    if (apart) {
      a1 += aStep;
      if (most > 2) {
        a2 += aStep;
        a3 += aStep;
      }
      if (most > 4) {
        a4 += aStep;
        a5 += aStep;
      }
    }
    b += bStep;
  }
  writeRow<T>(c, s00, s01, cols, alpha, beta);
  if (rows > 1) writeRow<T>(c + next, s10, s11, cols, alpha, beta);
  if (most > 2) {
    writeRow<T>(c + 2 * next, s20, s21, cols, alpha, beta);
    if (rows > 3) writeRow<T>(c + 3 * next, s30, s31, cols, alpha, beta);
  }
  if (most > 4) {
    writeRow<T>(c + 4 * next, s40, s41, cols, alpha, beta);
    if (rows > 5) writeRow<T>(c + 5 * next, s50, s51, cols, alpha, beta);
  }
}

// A function each: an engine that compiles twice takes the better code at the next call, and a tile is a call.
function panel6<T>(a: usize, b: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T): void {
  tileOf<T>(6, false, a, 0, ROWS * sizeof<T>(), b, 32, c, depth, next, rows, cols, alpha, beta);
}

function panel4<T>(a: usize, b: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T): void {
  tileOf<T>(4, false, a, 0, ROWS * sizeof<T>(), b, 32, c, depth, next, rows, cols, alpha, beta);
}

function panel2<T>(a: usize, b: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T): void {
  tileOf<T>(2, false, a, 0, ROWS * sizeof<T>(), b, 32, c, depth, next, rows, cols, alpha, beta);
}

/** `rows` × `cols` of α·AB + β·C, at most ROWS and `columns`, from panels of A and B: see {@link tileOf}. */
// @ts-ignore: decorator
@inline
export function panelTile<T>(
  a: usize, b: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T,
): void {
  if (rows > 4) panel6<T>(a, b, c, depth, next, rows, cols, alpha, beta);
  else if (rows > 2) panel4<T>(a, b, c, depth, next, rows, cols, alpha, beta);
  else panel2<T>(a, b, c, depth, next, rows, cols, alpha, beta);
}

function rows6<T>(
  a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T,
): void {
  tileOf<T>(6, true, a, aRow, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
}

function rows4<T>(
  a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T,
): void {
  tileOf<T>(4, true, a, aRow, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
}

function rows2<T>(
  a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T,
): void {
  tileOf<T>(2, true, a, aRow, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
}

/** The same with A, and rows of B, where they lie. */
// @ts-ignore: decorator
@inline
export function directTile<T>(
  a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T,
): void {
  if (rows > 4) rows6<T>(a, aRow, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
  else if (rows > 2) rows4<T>(a, aRow, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
  else rows2<T>(a, aRow, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
}

function steps6<T>(a: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T): void {
  tileOf<T>(6, false, a, 0, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
}

function steps4<T>(a: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T): void {
  tileOf<T>(4, false, a, 0, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
}

function steps2<T>(a: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T): void {
  tileOf<T>(2, false, a, 0, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
}

/** The same with steps of A and B where they lie, rows of A side by side: up to ROWS of them are read, and two vectors of B. */
// @ts-ignore: decorator
@inline
export function stepsTile<T>(
  a: usize, aStep: usize, b: usize, bStep: usize, c: usize, depth: i32, next: usize, rows: i32, cols: i32, alpha: T, beta: T,
): void {
  if (rows > 4) steps6<T>(a, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
  else if (rows > 2) steps4<T>(a, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
  else steps2<T>(a, aStep, b, bStep, c, depth, next, rows, cols, alpha, beta);
}
