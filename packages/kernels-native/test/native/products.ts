// Products in all ways that they are asked for: those of sparse matrices judged by the oracle, dense ones compared with loops.
import type { CooMatrix, DenseLayout, NativeFunctions, ValueArray } from '@spmv/core';
import type { SpmvOperands } from '@spmv/core/oracle';
import { denseLayout, denseLength, denseSteps, PRECISIONS, spmv, storedPrecision, transposeCoo } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import type { Placer } from './placed.ts';
import type { Run } from './runner.ts';
import { prepareRun } from './runner.ts';

/** Over NaN first, where it is not read; then over what that left. */
const SCALARS = [
  { alpha: 2, beta: 0 },
  { alpha: 1, beta: -1 },
] as const;

const ones = (length: number): readonly number[] => Array.from({ length }, (_, k) => 1 + (k % 3));
const unset = (length: number): readonly number[] => Array.from({ length }, () => Number.NaN);

function compare(
  what: string,
  { precision: { precision } }: Run,
  found: ValueArray,
  wanted: ReadonlyMap<number, number>,
): void {
  // What is stored in 16 bits has been rounded to them, and the result before as well.
  const relative = 1e-6 + (PRECISIONS[precision].storedBytes === 2 ? 4 * PRECISIONS[precision].unitRoundoff : 0);
  for (const [place, value] of wanted)
    if (!(Math.abs((found[place] as number) - value) <= 1e-3 + relative * Math.abs(value)))
      throw new Error(`${what}: element ${place} is ${found[place]}, not ${value}`);
}

function whatOf({ kernel, precision, workers, sizes }: Run): string {
  return `${kernel.id} ${JSON.stringify({ ...precision, workers, ...sizes })}`;
}

/** Throws where an element is farther from the exact one than any order of summation explains. */
function judgeProduct(what: string, { precision }: Run, found: ValueArray, operands: SpmvOperands): void {
  const reference = spmvReference(operands, precision.precision, storedPrecision(precision));
  const { failures, row, got, expected, bound } = judge(found, reference, precision.accumulator);
  if (failures > 0)
    throw new Error(`${what}: element ${row} is ${got}, not ${expected} ± ${bound}; ${failures} in all`);
}

/** y ← αAx + βy, or with Aᵀ where that is what the kernel computes. */
export function checkProduct(
  functions: NativeFunctions,
  placer: Placer,
  run: Omit<Run, 'operation'>,
  stored: CooMatrix,
): void {
  const all: Run = { ...run, operation: spmv };
  const coo = run.kernel.options?.['transpose'] === true ? transposeCoo(stored) : stored;
  const { rows, cols } = coo.shape;
  const x = ones(cols);
  const runner = prepareRun(functions, placer, all, { x, y: unset(rows) });
  for (const scalars of SCALARS) {
    const before = (runner.operands['y'] as ValueArray).slice();
    runner.apply(scalars);
    const found = runner.operands['y'] as ValueArray;
    judgeProduct(`${whatOf(all)} of ${rows}x${cols}`, all, found, {
      coo,
      x: Float64Array.from(x),
      y: before,
      ...scalars,
    });
  }
  placer.release();
}

/** Where element (i, j) of matrix b lies. */
function placeIn(layout: DenseLayout): (i: number, j: number, b?: number) => number {
  const { row, col } = denseSteps(layout);
  return (i, j, b = 0) => b * layout.batchStride + i * row + j * col;
}

/** Y ← αAX + βY, X and Y with gaps, which are not written. */
export function checkVectors(
  functions: NativeFunctions,
  placer: Placer,
  run: Omit<Run, 'sizes' | 'layouts'>,
  stored: CooMatrix,
  vectors: number,
  orders: readonly ['row' | 'column', 'row' | 'column'],
): void {
  const coo = run.kernel.options?.['transpose'] === true ? transposeCoo(stored) : stored;
  const { rows, cols } = coo.shape;
  const layoutOf = (name: string, lines: number, order: 'row' | 'column'): DenseLayout =>
    denseLayout(
      name,
      { rows: lines, cols: vectors },
      { order, leadingDimension: (order === 'row' ? vectors : lines) + 3 },
    );
  const [X, Y] = [layoutOf('X', cols, orders[0]), layoutOf('Y', rows, orders[1])];
  const all: Run = { ...run, sizes: { vectors }, layouts: { X, Y } };
  const [atX, atY] = [placeIn(X), placeIn(Y)];
  const x = ones(denseLength(X));
  const runner = prepareRun(functions, placer, all, { X: x, Y: unset(denseLength(Y)) });
  const isWritten = new Set(Array.from({ length: rows * vectors }, (_, at) => atY(at % rows, Math.floor(at / rows))));
  for (const scalars of SCALARS) {
    const before = (runner.operands['Y'] as ValueArray).slice();
    runner.apply(scalars);
    const found = runner.operands['Y'] as ValueArray;
    for (let j = 0; j < vectors; j++) {
      const columnOf = (all: ValueArray): Float64Array =>
        Float64Array.from({ length: rows }, (_, i) => all[atY(i, j)] ?? NaN);
      const operands = {
        coo,
        x: Float64Array.from({ length: cols }, (_, i) => x[atX(i, j)] ?? NaN),
        y: columnOf(before),
        ...scalars,
      };
      judgeProduct(
        `${whatOf(all)} of ${rows}x${cols}, ${orders.join(', ')}, vector ${j}`,
        all,
        columnOf(found),
        operands,
      );
    }
    for (let at = 0; at < found.length; at++)
      if (!isWritten.has(at) && !Number.isNaN(found[at])) throw new Error(`${whatOf(all)}: wrote a gap of Y, at ${at}`);
  }
  placer.release();
}

/** C ← αAB + βC for matrices with gaps, each in an order of its own: `r` by rows, `c` by columns. */
export function checkDense(
  functions: NativeFunctions,
  placer: Placer,
  run: Omit<Run, 'layouts'>,
  orders: string,
): void {
  const { m = 0, n = 0, k = 0, batch = 1 } = run.sizes ?? {};
  const layoutOf = (name: string, at: number, rows: number, cols: number): DenseLayout => {
    const order = orders[at] === 'r' ? 'row' : 'column';
    return denseLayout(name, { rows, cols, batch }, { order, leadingDimension: (order === 'row' ? cols : rows) + 2 });
  };
  const [A, B, C] = [layoutOf('A', 0, m, k), layoutOf('B', 1, k, n), layoutOf('C', 2, m, n)];
  const all: Run = { ...run, layouts: { A, B, C } };
  const [atA, atB, atC] = [placeIn(A), placeIn(B), placeIn(C)];
  const [a, b] = [ones(denseLength(A)), ones(denseLength(B))];
  const runner = prepareRun(functions, placer, all, { A: a, B: b, C: unset(denseLength(C)) });
  let before = new Map<number, number>();
  for (const scalars of SCALARS) {
    const wanted = new Map<number, number>();
    for (let q = 0; q < batch; q++) {
      for (let i = 0; i < m; i++) {
        for (let j = 0; j < n; j++) {
          let sum = 0;
          for (let s = 0; s < k; s++) sum += (a[atA(i, s, q)] as number) * (b[atB(s, j, q)] as number);
          const at = atC(i, j, q);
          wanted.set(at, scalars.alpha * sum + scalars.beta * (before.get(at) ?? 0));
        }
      }
    }
    runner.apply(scalars);
    const found = runner.operands['C'] as ValueArray;
    compare(`${whatOf(all)}, ${orders}`, all, found, wanted);
    for (let at = 0; at < found.length; at++)
      if (!wanted.has(at) && !Number.isNaN(found[at])) throw new Error(`${whatOf(all)}: wrote a gap of C, at ${at}`);
    before = wanted;
  }
  placer.release();
}
