import type { CooMatrix, LinearOperator, ValueArray } from '@spmv/core';
import { rowStartOf, SpmvError } from '@spmv/core';
import { computeOnHost } from '@spmv/vectors';
import type { Run, Space } from './space.ts';
import type { Cell, ProductStep, Step } from './step.ts';
import { linear } from './steps.ts';

/** A cell whose numbers lie in an array. */
interface HostCell extends Cell {
  readonly data: Float64Array;
}

const dataOf = (cell: Cell): Float64Array => (cell as HostCell).data;
const ONE = (): Float64Array => Float64Array.of(1);

function multiply({ map, x, y, alpha, beta, sums }: ProductStep): void | Promise<void> {
  const image: HostCell = { length: y.length, data: new Float64Array(y.length) };
  const finish = (): void | Promise<void> => perform(linear(image, y, { alpha, beta, ...sums }));
  const done = (map as LinearOperator<ValueArray>).apply(dataOf(x), image.data);
  return done ? done.then(finish) : finish();
}

function perform(step: Step): void | Promise<void> {
  switch (step.kind) {
    case 'product':
      return multiply(step);
    case 'vectors': {
      const operands = step.operands.map((cell) => (cell ? dataOf(cell) : ONE()));
      return computeOnHost(step.operation, step.options, [...operands, ...step.factors]);
    }
  }
}

function runFrom(steps: readonly Step[], from: number): void | Promise<void> {
  for (let at = from; at < steps.length; at++) {
    const done = perform(steps[at]);
    if (done) return done.then(() => runFrom(steps, at + 1));
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

function checkLength(cell: Cell, data: ArrayLike<number>): void {
  if (data.length === cell.length) return;
  throw new SpmvError('OPERAND.LENGTH', `A vector of ${cell.length} elements was given ${data.length}.`, {
    fix: `Give ${cell.length} elements.`,
    details: { length: cell.length, given: data.length },
  });
}

/** Vectors as arrays of the host, in f64, and steps as loops over them: for matrices that are functions, and to compare devices with. */
export function createHostSpace(): Space {
  const after: (() => Promise<void>)[] = [];
  const vector = (length: number): HostCell => ({ length, data: new Float64Array(length) });
  const scalar = (value = 0): HostCell => ({ length: 1, data: Float64Array.of(value) });
  return {
    precision: 'f64',
    immediate: true,
    place: 'the host',
    vector,
    scalar,
    arrayOf: dataOf,
    matrix: async (coo) => mapOf(coo),
    compile: async (steps): Promise<Run> => ({ run: () => runFrom(steps, 0) }),
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
