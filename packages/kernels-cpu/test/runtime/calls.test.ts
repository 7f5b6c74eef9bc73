import type {
  DriverRequest,
  DriverVector,
  FixedScalars,
  JsArguments,
  JsFunction,
  WasmArgument,
  WasmPass,
} from '@spmv/core';
import { signatureOf, spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { PARTIAL_SUMS_BYTES, partialSumsViews } from '../../src/runtime/partial-sums.ts';
import { bindJs } from '../../src/runtime/js-range.ts';
import type { BoundRange } from '../../src/runtime/operand-plan.ts';
import { operandPlan } from '../../src/runtime/operand-plan.ts';
import { operandValues, takeOperands } from '../../src/runtime/operand-values.ts';
import type { CallSlot } from '../../src/runtime/call-slots.ts';
import { callSlots } from '../../src/runtime/call-slots.ts';
import { bindWasm } from '../../src/runtime/wasm-call.ts';

const sizes = { rows: 3, cols: 2, nnz: 4 };
const constants = {
  ...sizes,
  sizes,
  scalars: { width: 2 },
  arrays: {},
  auxiliary: {},
  formatParams: {},
  kernelParams: {},
  numbers: {},
  scratch: {},
  workers: 2,
};
const plan = operandPlan(signatureOf(spmv, {}, sizes), 'f64');

/** Binds operands and runs one range with them. */
function product(bound: BoundRange, values: Float64Array, at: number, ...range: Parameters<BoundRange['run']>): void {
  bound.bind(values, at);
  bound.run(...range);
}

/** A memory that holds x at 0, y at 16 and another y at 40. */
function memoryOfVectors() {
  const memory = { buffer: new Float64Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer as ArrayBuffer };
  return { memory, x: 0, y: 16, other: 40 };
}

describe('bindJs', () => {
  it('tells each range its ends, worker, scalars and vectors, in one object, and makes nothing for vectors of before', () => {
    const seen: JsArguments[] = [];
    const copies: JsArguments[] = [];
    const { memory, x, y, other } = memoryOfVectors();
    const call = bindJs(
      (args) => {
        seen.push(args);
        copies.push({ ...args });
      },
      constants,
      plan,
      undefined,
      memory,
      undefined,
    );
    product(call, Float64Array.of(x, y, 2, 0.5), 0, 0, 1, 0, 0);
    product(call, Float64Array.of(9, 9, x, other, -1, 0), 2, 1, 3, 1, 1);
    product(call, Float64Array.of(x, y, -1, -0), 0, 0, 3, 0, 0);
    expect(
      copies.map(({ alpha, beta, begin, end, worker, workers, rows, nnz, scalars }) => {
        return [alpha, beta, begin, end, worker, workers, rows, nnz, scalars];
      }),
    ).toEqual([
      [2, 0.5, 0, 1, 0, 2, 3, 4, { width: 2 }],
      [-1, 0, 1, 3, 1, 2, 3, 4, { width: 2 }],
      [-1, -0, 0, 3, 0, 2, 3, 4, { width: 2 }],
    ]);
    expect(copies.map((args) => args['x'])).toEqual(copies.map(() => Float64Array.of(1, 2)));
    expect(copies.map((args) => args['y'])).toEqual(
      [
        [3, 4, 5],
        [6, 7, 8],
        [3, 4, 5],
      ].map((all) => Float64Array.from(all)),
    );
    expect(seen.every((args) => args === seen[0])).toBe(true);
    // Views of the memory: nothing of the caller's is held.
    expect((copies[0]?.['x'] as Float64Array | undefined)?.buffer).toBe(memory.buffer);
    expect([copies[1]?.['x'], copies[2]?.['x']].every((one) => one === copies[0]?.['x'])).toBe(true);
    expect(copies[2]?.['y']).toBe(copies[0]?.['y']);
  });

  it('finds vectors that were made after the memory had grown', () => {
    const { memory, x } = memoryOfVectors();
    const seen: unknown[] = [];
    const call = bindJs(({ y }) => void seen.push(y), constants, plan, undefined, memory, undefined);
    memory.buffer = new Float64Array(20).fill(9).buffer;
    product(call, Float64Array.of(x, 8 * 16, 1, 0), 0, 0, 1, 0, 0);
    expect(seen).toEqual([Float64Array.of(9, 9, 9)]);
  });

  it('gives a scalar that the pass sets the same value in every product', () => {
    const { memory, x, y } = memoryOfVectors();
    const seen: unknown[][] = [];
    const run: JsFunction = ({ alpha, beta }) => void seen.push([alpha, beta]);
    const call = bindJs(run, constants, plan, { beta: 1 }, memory, undefined);
    product(call, Float64Array.of(x, y, 2, 0.5), 0, 0, 1, 0, 0);
    product(call, Float64Array.of(x, y, -3, 0), 0, 0, 1, 0, 0);
    expect(seen).toEqual([
      [2, 1],
      [-3, 1],
    ]);
  });

  it('gives 0 as the imaginary part of a scalar that the pass sets, else the part that the product gives', () => {
    const { memory, x, y } = memoryOfVectors();
    const pairs = operandPlan(signatureOf(spmv, {}, sizes), 'c128');
    const seen: unknown[][] = [];
    const run: JsFunction = (args) => void seen.push([args['alphaImaginary'], args['beta'], args['betaImaginary']]);
    const call = bindJs(run, constants, pairs, { beta: 1 }, memory, undefined);
    product(call, Float64Array.of(x, y, 2, 3, 0.5, 4), 0, 0, 1, 0, 0);
    expect(seen).toEqual([[3, 1, 0]]);
  });

  it('keeps what each range leaves of split rows at its own place', () => {
    const views = partialSumsViews(new ArrayBuffer(2 * PARTIAL_SUMS_BYTES), 0, 2);
    const { memory, x, y } = memoryOfVectors();
    const call = bindJs(
      ({ begin, partialSums }) =>
        Object.assign(partialSums, { headRow: begin, headSum: begin + 0.5, tailRow: begin + 1, tailSum: begin + 1.5 }),
      constants,
      plan,
      undefined,
      memory,
      views,
    );
    const values = Float64Array.of(x, y, 1, 0);
    product(call, values, 0, 4, 5, 1, 0);
    call.run(2, 4, 0, 0);
    expect([...views.rows].filter((_, k) => k % 10 < 2)).toEqual([2, 3, 4, 5]);
    expect([...views.sums].filter((_, k) => k % 5 > 0)).toEqual([2.5, 3.5, 0, 0, 4.5, 5.5, 0, 0]);
  });
});

describe('takeOperands', () => {
  const take = (values: Float64Array, addresses: readonly number[], ...scalars: readonly number[]): boolean =>
    takeOperands(
      values,
      addresses.map((address) => ({ address }) as unknown as DriverVector),
      Float64Array.from(scalars),
    );

  it('says whether a product has operands of its own: other vectors, other numbers, a zero of the other sign', () => {
    const values = operandValues(4);
    const said = [
      take(values, [0, 64], 1, 0),
      take(values, [0, 64], 1, 0),
      take(values, [0, 128], 1, 0),
      take(values, [0, 128], 1, -0),
      take(values, [0, 128], Number.NaN, -0),
      take(values, [0, 128], Number.NaN, -0),
    ];
    expect(said).toEqual([true, false, true, true, true, false]);
    expect([...values.subarray(0, 4)]).toEqual([0, 128, Number.NaN, -0]);
  });

  it('says so of the first product whatever its numbers are, also without vectors', () => {
    for (const alpha of [-1, 0, Number.NaN]) {
      const values = operandValues(1);
      expect([take(values, [], alpha), take(values, [], alpha)]).toEqual([true, false]);
    }
  });
});

describe('bindWasm', () => {
  it('puts the numbers of a product where the function wants them, also twice, and keeps the others', () => {
    const calls: number[][] = [];
    const [x, y, alpha, beta] = [0, 1, 2, 3].map((operand) => ({ operand })) as [
      CallSlot,
      CallSlot,
      CallSlot,
      CallSlot,
    ];
    const call = bindWasm(
      (...args) => void calls.push(args),
      [y, 100, x, 'begin', 'end', alpha, beta, 'partialSums', x, 7, 'worker'],
      30,
    );
    product(call, Float64Array.of(1, 2, 0.5, 0.25), 0, 10, 20, 0, 0);
    product(call, Float64Array.of(99, 3, 4, 1, 0), 1, 20, 40, 1, 5);
    expect(calls.map((args) => args.slice(0, 11))).toEqual([
      [2, 100, 1, 10, 20, 0.5, 0.25, 30, 1, 7, 0],
      [4, 100, 3, 20, 40, 1, 0, 30 + PARTIAL_SUMS_BYTES, 3, 7, 5],
    ]);
  });

  it('keeps the ends of a range that is run again, and the operands', () => {
    const calls: number[][] = [];
    const call = bindWasm(
      (...args) => void calls.push(args.slice(0, 4)),
      [{ operand: 0 }, 'begin', 'end', 'worker'],
      0,
    );
    call.bind(Float64Array.of(8), 0);
    call.run(0, 5, 0, 0);
    call.run(0, 5, 0, 0);
    call.run(5, 6, 0, 0);
    call.run(5, 6, 0, 1);
    call.bind(Float64Array.of(9), 0);
    call.run(5, 6, 0, 1);
    expect(calls).toEqual([
      [8, 0, 5, 0],
      [8, 0, 5, 0],
      [8, 5, 6, 0],
      [8, 5, 6, 1],
      [9, 5, 6, 1],
    ]);
  });

  it('passes more arguments than it has places for by heart', () => {
    const calls: number[][] = [];
    const slots = [...Array.from({ length: 19 }, (_, k) => k), 'end'] as const;
    bindWasm((...args) => void calls.push(args), slots, 0).run(0, 99, 0, 0);
    expect(calls).toEqual([[...Array.from({ length: 19 }, (_, k) => k), 99]]);
  });
});

describe('callSlots', () => {
  const request = {
    matrix: { shape: { rows: 3, cols: 2 }, nnz: 4, scalars: { width: 2 }, params: { order: 1, mixed: true } },
    kernel: { id: 'wasm/toy' },
    kernelParams: { order: 5 },
    signature: signatureOf(spmv, {}, sizes),
    sizes: { ...sizes, vectors: 6 },
  } as unknown as DriverRequest;
  const addresses = { matrix: { values: 64 }, auxiliary: { values: 128 }, scratch: { sums: 256 } };
  const slots = (declared: readonly WasmArgument[], set: FixedScalars = {}) =>
    callSlots({ arguments: declared, set } as unknown as WasmPass, request, plan, addresses, 4);

  it('finds sizes, addresses, scalars and parameters, of the kernel before the format, and leaves operands to the product', () => {
    expect(
      slots([
        'rows',
        'cols',
        'nnz',
        'A.values',
        'auxiliary.values',
        'A.width',
        'param.order',
        'param.mixed',
        'x',
        'y',
        'alpha',
        'beta',
        'begin',
        'end',
        'partialSums',
      ]),
    ).toEqual([
      3,
      2,
      4,
      64,
      128,
      2,
      5,
      1,
      { operand: 0 },
      { operand: 1 },
      { operand: 2 },
      { operand: 3 },
      'begin',
      'end',
      'partialSums',
    ]);
  });

  it("finds the operation's own sizes, scratch and workers, and what the pass sets", () => {
    expect(slots(['vectors', 'scratch.sums', 'worker', 'workers', 'beta', 'alpha'], { beta: 1 })).toEqual([
      6,
      256,
      'worker',
      4,
      1,
      { operand: 2 },
    ]);
  });

  it.each(['A.nothing', 'matrix.values', 'scratch.values', 'nonsense', 'param.', '.values', 'A.'])(
    'refuses %s, which names nothing',
    (name) => {
      expect(() => slots(['x', name])).toThrow(
        expect.objectContaining({
          code: 'KERNEL.BAD_ARGUMENT',
          message: expect.stringContaining(`'${name}'`) as string,
        }) as Error,
      );
    },
  );
});
