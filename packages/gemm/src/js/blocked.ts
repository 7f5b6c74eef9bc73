import type { JsArguments, TypedArray, ValueArray } from '@spmv/core';
import type { GemmJsOperands } from './naive.ts';

/** Rows and columns of a tile whose sums are in registers. */
const TILE = 4;

/**
 * Packs `lines` lines of `depth` numbers in panels of TILE lines, at `to`: what belongs to one step of k lies side by side. Lines that are missing are zeros.
 * As f64: what is multiplied often is converted once.
 */
function pack(
  source: ValueArray,
  from: number,
  line: number,
  step: number,
  lines: number,
  depth: number,
  target: TypedArray,
  to: number,
): void {
  for (let first = 0; first < lines; first += TILE) {
    for (let i = 0; i < TILE; i++) {
      const here = first + i < lines;
      const at = from + (first + i) * line;
      for (let l = 0; l < depth; l++) target[to + l * TILE + i] = here ? source[at + l * step] : 0;
    }
    to += TILE * depth;
  }
}

/** Adds the product of a panel of A at `a` and one of B at `b` to TILE × TILE sums at `at`, whose rows are `next` apart. */
function addTile(
  panels: TypedArray,
  a: number,
  b: number,
  depth: number,
  sums: TypedArray,
  at: number,
  next: number,
): void {
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s03 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  let s23 = 0;
  let s30 = 0;
  let s31 = 0;
  let s32 = 0;
  let s33 = 0;
  for (let l = 0; l < depth; l++) {
    const b0 = panels[b];
    const b1 = panels[b + 1];
    const b2 = panels[b + 2];
    const b3 = panels[b + 3];
    const a0 = panels[a];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    const a1 = panels[a + 1];
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    const a2 = panels[a + 2];
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    const a3 = panels[a + 3];
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
    a += TILE;
    b += TILE;
  }
  addRow(sums, at, s00, s01, s02, s03);
  addRow(sums, at + next, s10, s11, s12, s13);
  addRow(sums, at + 2 * next, s20, s21, s22, s23);
  addRow(sums, at + 3 * next, s30, s31, s32, s33);
}

function addRow(sums: TypedArray, at: number, s0: number, s1: number, s2: number, s3: number): void {
  sums[at] = sums[at] + s0;
  sums[at + 1] = sums[at + 1] + s1;
  sums[at + 2] = sums[at + 2] + s2;
  sums[at + 3] = sums[at + 3] + s3;
}

/**
 * Blocks begin … end of C, `edge` rows and columns each, in row-major order in every matrix of the batch. For some steps of k at a time the worker packs its rows of A
 * and columns of B where a cache holds them, and adds tile after tile to sums in f64, which become elements of C at the end.
 */
export function blocked(range: JsArguments<GemmJsOperands>): void {
  const { A, B, C, alpha, beta, sizes, numbers, scratch, worker, begin, end } = range;
  const m = sizes['m'];
  const n = sizes['n'];
  const k = sizes['k'];
  const edge = numbers['edge'];
  const depth = numbers['depth'];
  const panels = scratch['panels'];
  const sums = scratch['sums'];
  const left = worker * 2 * edge * depth;
  const right = left + edge * depth;
  const first = worker * edge * edge;
  const down = Math.ceil(m / edge);
  const across = Math.ceil(n / edge);
  for (let unit = begin; unit < end; unit++) {
    const q = Math.floor(unit / (down * across));
    const block = unit - q * down * across;
    const top = Math.floor(block / across) * edge;
    const start = (block % across) * edge;
    const rows = Math.min(edge, m - top);
    const cols = Math.min(edge, n - start);
    sums.fill(0, first, first + edge * edge);
    const a0 = q * numbers['A.batch'] + top * numbers['A.row'];
    const b0 = q * numbers['B.batch'] + start * numbers['B.col'];
    for (let l = 0; l < k; l += depth) {
      const steps = Math.min(depth, k - l);
      const aCol = numbers['A.col'];
      const bRow = numbers['B.row'];
      pack(A, a0 + l * aCol, numbers['A.row'], aCol, rows, steps, panels, left);
      pack(B, b0 + l * bRow, numbers['B.col'], bRow, cols, steps, panels, right);
      for (let j = 0; j < cols; j += TILE) {
        for (let i = 0; i < rows; i += TILE)
          addTile(panels, left + i * steps, right + j * steps, steps, sums, first + i * edge + j, edge);
      }
    }
    const cRow = numbers['C.row'];
    const cCol = numbers['C.col'];
    const c0 = q * numbers['C.batch'] + top * cRow + start * cCol;
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < cols; j++) {
        const sum = alpha * sums[first + i * edge + j];
        const at = c0 + i * cRow + j * cCol;
        C[at] = beta === 0 ? sum : sum + beta * C[at];
      }
    }
  }
}
