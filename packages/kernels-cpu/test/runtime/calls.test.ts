import type { JsSpmvArguments, SpmvDriverRequest, WasmArgument } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { CARRY_BYTES, carryViews } from '../../src/runtime/carries.ts';
import { bindJs } from '../../src/runtime/js-range.ts';
import { bindWasm } from '../../src/runtime/wasm-call.ts';
import { wasmSlots } from '../../src/runtime/wasm-slots.ts';

const operands = {
  rows: 3,
  cols: 2,
  nnz: 4,
  scalars: { width: 2 },
  arrays: {},
  auxiliary: {},
  formatParams: {},
  kernelParams: {},
};

describe('bindJs', () => {
  it('tells each range its ends, scalars and vectors, in one object, and holds no vector afterwards', () => {
    const seen: JsSpmvArguments[] = [];
    const copies: JsSpmvArguments[] = [];
    const call = bindJs(
      (args) => {
        seen.push(args);
        copies.push({ ...args });
      },
      operands,
      undefined,
    );
    const [x, y] = [Float64Array.of(1, 2), Float64Array.of(3, 4, 5)];
    call(x, y, 2, 0.5, 0, 1, 0);
    call(x, y, -1, 0, 1, 3, 1);
    expect(
      copies.map(({ alpha, beta, begin, end, rows, nnz, scalars }) => [alpha, beta, begin, end, rows, nnz, scalars]),
    ).toEqual([
      [2, 0.5, 0, 1, 3, 4, { width: 2 }],
      [-1, 0, 1, 3, 3, 4, { width: 2 }],
    ]);
    expect(copies.every((args) => args.x === x && args.y === y)).toBe(true);
    expect(seen[0]).toBe(seen[1]);
    expect(seen[0]?.x).toHaveLength(0);
    expect(seen[0]?.y).toHaveLength(0);
  });

  it('keeps what each range leaves of cut rows at its own place', () => {
    const views = carryViews(new ArrayBuffer(2 * CARRY_BYTES), 0, 2);
    const call = bindJs(
      ({ begin, carry }) =>
        Object.assign(carry, { headRow: begin, headSum: begin + 0.5, tailRow: begin + 1, tailSum: begin + 1.5 }),
      operands,
      views,
    );
    const nothing = new Float64Array(0);
    call(nothing, nothing, 1, 0, 4, 5, 1);
    call(nothing, nothing, 1, 0, 2, 4, 0);
    expect([...views.rows].filter((_, k) => k % 6 < 2)).toEqual([2, 3, 4, 5]);
    expect([...views.sums].filter((_, k) => k % 3 > 0)).toEqual([2.5, 3.5, 4.5, 5.5]);
  });
});

describe('bindWasm', () => {
  it('puts the numbers of a product where the function wants them, also twice, and keeps the others', () => {
    const calls: number[][] = [];
    const call = bindWasm(
      (...args) => void calls.push(args),
      ['y', 100, 'x', 'begin', 'end', 'alpha', 'beta', 'carry', 'x', 7],
    );
    call(1, 2, 0.5, 0.25, 10, 20, 30);
    call(3, 4, 1, 0, 20, 40, 54);
    expect(calls.map((args) => args.slice(0, 10))).toEqual([
      [2, 100, 1, 10, 20, 0.5, 0.25, 30, 1, 7],
      [4, 100, 3, 20, 40, 1, 0, 54, 3, 7],
    ]);
  });

  it('passes more arguments than it has places for by heart', () => {
    const calls: number[][] = [];
    bindWasm((...args) => void calls.push(args), [...Array.from({ length: 19 }, (_, k) => k), 'end'])(
      0,
      0,
      0,
      0,
      0,
      99,
      0,
    );
    expect(calls).toEqual([[...Array.from({ length: 19 }, (_, k) => k), 99]]);
  });
});

describe('wasmSlots', () => {
  const request = {
    matrix: { shape: { rows: 3, cols: 2 }, nnz: 4, scalars: { width: 2 }, params: { order: 1, mixed: true } },
    kernel: { id: 'wasm/toy' },
    kernelParams: { order: 5 },
  } as unknown as SpmvDriverRequest;
  const addresses = { matrix: { values: 64 }, auxiliary: { values: 128 } };
  const slots = (...declared: readonly string[]) => wasmSlots(declared as readonly WasmArgument[], request, addresses);

  it('finds sizes, addresses, scalars and parameters, those of the kernel before those of the format, and leaves what a product brings', () => {
    expect(
      slots(
        'rows',
        'cols',
        'nnz',
        'matrix.values',
        'auxiliary.values',
        'scalar.width',
        'param.order',
        'param.mixed',
        'x',
        'y',
        'alpha',
        'beta',
        'begin',
        'end',
        'carry',
      ),
    ).toEqual([3, 2, 4, 64, 128, 2, 5, 1, 'x', 'y', 'alpha', 'beta', 'begin', 'end', 'carry']);
  });

  it.each(['matrix.nothing', 'scalar.values', 'nonsense', 'param.'])('refuses %s, which names nothing', (name) => {
    expect(() => slots('x', name)).toThrow(
      expect.objectContaining({
        code: 'KERNEL.BAD_ARGUMENT',
        message: expect.stringContaining(`'${name}'`) as string,
      }) as Error,
    );
  });
});
