import type { CooMatrix } from '@spmv/core';
import { rowStartOf, SpmvError } from '@spmv/core';
import { scalarOf } from './safe.ts';
import type { Run, Space } from './space.ts';
import type { Cell, HostFunction, LinearMap, Step, Sums } from './step.ts';

/** A linear map as a function of the host. */
export interface HostMap extends LinearMap {
  readonly multiply: HostFunction;
}

/** A cell whose numbers lie in an array. */
interface HostCell extends Cell {
  readonly data: Float64Array;
}

const dataOf = (cell: Cell): Float64Array => (cell as HostCell).data;
const first = (cell: Cell | undefined): number => (cell ? (dataOf(cell)[0] as number) : 1);

function sum(x: Float64Array, y: Float64Array): number {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += (x[i] as number) * (y[i] as number);
  return total;
}

function putSums(y: Float64Array, { dot, norm }: Sums): void {
  if (dot) dataOf(dot[1])[0] = sum(y, dataOf(dot[0]));
  if (norm) dataOf(norm)[0] = sum(y, y);
}

/** y ← αx + βy; what has factor 0 is not read. */
function axpby(alpha: number, x: Float64Array, beta: number, y: Float64Array): void {
  for (let i = 0; i < y.length; i++)
    y[i] = (alpha === 0 ? 0 : alpha * (x[i] as number)) + (beta === 0 ? 0 : beta * (y[i] as number));
}

function multiply(step: Extract<Step, { kind: 'product' }>): void | Promise<void> {
  const { map, alpha, beta, sums } = step;
  const y = dataOf(step.y);
  const image = new Float64Array(y.length);
  const finish = (): void => {
    axpby(alpha, image, beta, y);
    putSums(y, sums);
  };
  const done = (map as HostMap).multiply(dataOf(step.x), image);
  return done ? done.then(finish) : finish();
}

const quotient = (a: Cell, c: Cell): number => scalarOf('quotient', [first(a), first(c)], []);

function descend({ q, a, c, r, scale, t }: Extract<Step, { kind: 'descend' }>): void {
  const after = dataOf(r);
  axpby(-quotient(a, c), dataOf(q), 1, after);
  dataOf(t)[0] = sum(after, after);
  if (scale) dataOf(scale.s)[0] = sum(after, hadamard(dataOf(scale.d), after));
}

function conjugate({ p, a, c, b, x, r, d }: Extract<Step, { kind: 'conjugate' }>): void {
  const [direction, residual] = [dataOf(p), dataOf(r)];
  axpby(quotient(a, c), direction, 1, dataOf(x));
  axpby(1, d ? hadamard(dataOf(d), residual) : residual, quotient(b, a), direction);
}

const hadamard = (d: Float64Array, x: Float64Array): Float64Array => x.map((value, i) => value * (d[i] as number));

function perform(step: Step): void | Promise<void> {
  switch (step.kind) {
    case 'product':
      return multiply(step);
    case 'call':
      return step.call(dataOf(step.x), dataOf(step.y));
    case 'linear': {
      const y = dataOf(step.y);
      axpby(step.alpha * first(step.a), dataOf(step.x), step.beta * first(step.b), y);
      return putSums(y, step.sums);
    }
    case 'advance': {
      const [p, x, r] = [dataOf(step.p), dataOf(step.x), dataOf(step.r)];
      const [a, b] = [first(step.a), first(step.b)];
      for (let i = 0; i < p.length; i++) {
        x[i] = (x[i] as number) + a * (p[i] as number);
        p[i] = (r[i] as number) + b * (p[i] as number);
      }
      return;
    }
    case 'descend':
      return descend(step);
    case 'conjugate':
      return conjugate(step);
    case 'hadamard': {
      const [d, x, y] = [dataOf(step.d), dataOf(step.x), dataOf(step.y)];
      for (let i = 0; i < y.length; i++) y[i] = (d[i] as number) * (x[i] as number);
      if (step.s) dataOf(step.s)[0] = sum(y, x);
      return;
    }
    case 'dots':
      return putSums(dataOf(step.x), step.sums);
    case 'scalar':
      dataOf(step.into)[0] = scalarOf(step.form, step.of.map(first), step.factors);
  }
}

function runFrom(steps: readonly Step[], from: number): void | Promise<void> {
  for (let at = from; at < steps.length; at++) {
    const done = perform(steps[at] as Step);
    if (done) return done.then(() => runFrom(steps, at + 1));
  }
}

/** x ↦ Ax over the rows of a matrix. */
export function mapOf(coo: CooMatrix): HostMap {
  const { rows, cols } = coo.shape;
  const [rowStart, { colIndex, values }] = [rowStartOf(coo), coo];
  return {
    rows,
    cols,
    multiply: (x, y) => {
      for (let i = 0; i < rows; i++) {
        let total = 0;
        for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++)
          total += (values[k] as number) * (x[colIndex[k] as number] as number);
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
  const vector = (length: number): HostCell => ({ length, data: new Float64Array(length) });
  const scalar = (value = 0): HostCell => ({ length: 1, data: Float64Array.of(value) });
  return {
    precision: 'f64',
    immediate: true,
    place: 'the host',
    vector,
    scalar,
    matrix: async (coo) => mapOf(coo),
    compile: async (steps): Promise<Run> => ({ run: () => runFrom(steps, 0) }),
    write: async (cell, data) => {
      checkLength(cell, data);
      dataOf(cell).set(data);
    },
    read: async (cell) => dataOf(cell).slice(),
    numbers: async (cells) => cells.map(first),
    dispose: async () => {},
  };
}
