import type { ComplexCoo, CooMatrix, LinearOperator, ValueArray } from '@spmv/core';
import { rowStartOf, SpmvError } from '@spmv/core';
import { computeOnHost } from '@spmv/vectors';
import type { Run, Space } from './space.ts';
import type { Cell, ProductStep, Step, VectorStep } from './step.ts';
import { linear } from './steps.ts';

/** A cell whose numbers lie in an array. */
interface HostCell extends Cell {
  readonly data: Float64Array;
}

const dataOf = (cell: Cell): Float64Array => (cell as HostCell).data;

/** What computes on vectors: in real or in complex arithmetic. */
type Compute = (step: VectorStep) => void;

/** With numbers of so many components. */
function computing(components: 1 | 2): Compute {
  const one = new Float64Array(components);
  one[0] = 1;
  return ({ operation, options, operands, factors }) =>
    computeOnHost(operation, options, [...operands.map((cell) => (cell ? dataOf(cell) : one)), ...factors], components);
}

function multiply({ map, x, y, alpha, beta, sums }: ProductStep, compute: Compute): void | Promise<void> {
  const image: HostCell = { length: y.length, data: new Float64Array(y.length) };
  const finish = (): void => compute(linear(image, y, { alpha, beta, ...sums }));
  const done = (map as LinearOperator<ValueArray>).apply(dataOf(x), image.data);
  return done ? done.then(finish) : finish();
}

function runFrom(steps: readonly Step[], from: number, compute: Compute): void | Promise<void> {
  for (let at = from; at < steps.length; at++) {
    const step = steps[at];
    const done = step.kind === 'product' ? multiply(step, compute) : compute(step);
    if (done) return done.then(() => runFrom(steps, at + 1, compute));
  }
}

/** x ↦ Ax over the rows of a matrix. */
export function mapOf(coo: CooMatrix): LinearOperator<ValueArray> {
  const { rows } = coo.shape;
  const [rowStart, { colIndex, values }] = [rowStartOf(coo), coo];
  return {
    shape: coo.shape,
    apply: (x, y) => {
      for (let i = 0; i < rows; i++) {
        let total = 0;
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) total += values[k] * x[colIndex[k]];
        y[i] = total;
      }
    },
  };
}

/** x ↦ Ax over the rows of a complex matrix, x and Ax being pairs. */
export function pairsMapOf(coo: ComplexCoo): LinearOperator<ValueArray> {
  const { rows, cols } = coo.shape;
  const [rowStart, { colIndex, values }] = [rowStartOf(coo), coo];
  return {
    shape: { rows: 2 * rows, cols: 2 * cols },
    apply: (x, y) => {
      for (let i = 0; i < rows; i++) {
        let real = 0;
        let imaginary = 0;
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
          const at = 2 * colIndex[k];
          const a = values[2 * k];
          const b = values[2 * k + 1];
          const re = x[at];
          const im = x[at + 1];
          real += a * re - b * im;
          imaginary += a * im + b * re;
        }
        y[2 * i] = real;
        y[2 * i + 1] = imaginary;
      }
    },
  };
}

function checkLength(cell: Cell, data: ArrayLike<number>): void {
  const { length } = dataOf(cell);
  if (data.length === length) return;
  throw new SpmvError('OPERAND.LENGTH', `A vector of ${length} elements was given ${data.length}.`, {
    fix: `Give ${length} elements.`,
    details: { length, given: data.length },
  });
}

/** Vectors as arrays of the host, in f64, and steps as loops over them: for matrices that are functions, and to compare devices with. `pairs`: vectors of length 2n are n complex numbers, and numbers are complex. */
export function createHostSpace(pairs = false): Space {
  const after: (() => Promise<void>)[] = [];
  const vector = (length: number): HostCell => ({ length, data: new Float64Array(length) });
  const scalar = (value = 0): HostCell => ({
    length: 1,
    data: pairs ? Float64Array.of(value, 0) : Float64Array.of(value),
  });
  const compute = computing(pairs ? 2 : 1);
  const part = (cell: Cell, at: 0 | 1): HostCell => ({ length: 1, data: dataOf(cell).subarray(at, at + 1) });
  return {
    precision: 'f64',
    immediate: true,
    place: 'the host',
    vector,
    scalar,
    arrayOf: dataOf,
    ...(pairs ? { partsOf: (cell: Cell) => [part(cell, 0), part(cell, 1)] as const } : {}),
    matrix: async (coo) => mapOf(coo),
    compile: async (steps): Promise<Run> => ({ run: () => runFrom(steps, 0, compute) }),
    write: async (cell, data) => {
      checkLength(cell, data);
      dataOf(cell).set(data);
    },
    read: async (cell) => dataOf(cell).slice(),
    numbers: async (cells) => cells.map((cell) => dataOf(cell)[0]),
    whenDisposed: (free) => void after.push(free),
    dispose: async () => {
      for (const free of after.splice(0)) await free();
    },
  };
}
