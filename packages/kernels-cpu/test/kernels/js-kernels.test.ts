import type { PartialSums, JsArguments, KernelContext, NamedArrays, Params, StoredMatrixHeader } from '@spmv/core';
import { SPLIT_ROWS_INTO_Y, signatureOf, spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { jsKernels } from '../../src/kernels/js-kernels.ts';
import { PARTIAL_SUMS_BYTES, partialSumsViews, addPartialSums } from '../../src/runtime/partial-sums.ts';
import { bindJs } from '../../src/runtime/js-range.ts';
import { loadJsFunction } from '../../src/runtime/load-js.ts';
import { operandPlan } from '../../src/runtime/operand-plan.ts';

/*
 * 1 . 2 . .     x = (1 2 3 4 5)     A·x = (7 26 0 45)
 * . 3 . . 4
 * . . . . .
 * 5 6 . 7 .
 */
interface Stored {
  readonly arrays: NamedArrays;
  readonly scalars?: Readonly<Record<string, number>>;
  readonly params?: Params;
}
const padded = Float64Array.of(1, 2, 0, 3, 4, 0, 0, 0, 0, 5, 6, 7);
const paddedColumns = Int32Array.of(0, 2, -1, 1, 4, -1, -1, -1, -1, 0, 1, 3);
/** The rows of 3 places side by side, or their places. */
const byColumn = <A extends Int32Array | Float64Array>(rows: A): A =>
  rows.map((_, slot) => rows[(slot % 4) * 3 + Math.floor(slot / 4)] as number) as A;
const inOrder = { scalars: { width: 3, stride: 3 }, params: { order: 'row' } };
const inColumns = { scalars: { width: 3, stride: 4 }, params: { order: 'column' } };
const rowLength = Int32Array.of(2, 2, 0, 3);
const F64 = { precision: 'f64', accumulator: 'f64' } as const;
const sizes = { rows: 4, cols: 5, nnz: 7 };

const stored: Readonly<Record<string, readonly Stored[]>> = {
  'js/coo': [
    {
      arrays: {
        rowIndex: Int32Array.of(0, 0, 1, 1, 3, 3, 3),
        colIndex: Int32Array.of(0, 2, 1, 4, 0, 1, 3),
        values: Float64Array.of(1, 2, 3, 4, 5, 6, 7),
      },
    },
  ],
  'js/csr': [
    {
      arrays: {
        rowStart: Int32Array.of(0, 2, 4, 4, 7),
        colIndex: Int32Array.of(0, 2, 1, 4, 0, 1, 3),
        values: Float64Array.of(1, 2, 3, 4, 5, 6, 7),
      },
    },
  ],
  'js/csr64': [
    {
      arrays: {
        rowStart: Float64Array.of(0, 2, 4, 4, 7),
        colIndex: Int32Array.of(0, 2, 1, 4, 0, 1, 3),
        values: Float64Array.of(1, 2, 3, 4, 5, 6, 7),
      },
    },
  ],
  'js/csr-padded': [
    {
      arrays: {
        rowStart: Int32Array.of(0, 2, 4, 4, 8),
        colIndex: Int32Array.of(0, 2, 1, 4, 0, 1, 3, -1),
        values: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 0),
      },
    },
  ],
  'js/ellpack': [
    { arrays: { colIndex: paddedColumns, values: padded }, ...inOrder },
    { arrays: { colIndex: byColumn(paddedColumns), values: byColumn(padded) }, ...inColumns },
  ],
  'js/ellpack-r': [
    { arrays: { rowLength, colIndex: paddedColumns, values: padded }, ...inOrder },
    { arrays: { rowLength, colIndex: byColumn(paddedColumns), values: byColumn(padded) }, ...inColumns },
  ],
};

/** y after α·A·x + β·y, the units of the pass divided into ranges of `size`, as a backend with threads would. */
async function product(
  id: string,
  { arrays, scalars = {}, params = {} }: Stored,
  size: number,
  y: Float64Array,
  alpha: number,
  beta: number,
): Promise<number[]> {
  const kernel = jsKernels.find((one) => one.id === id);
  const matrix: StoredMatrixHeader = {
    format: kernel?.format ?? '',
    shape: { rows: 4, cols: 5 },
    nnz: 7,
    valueType: 'f64',
    params,
    scalars,
    lengths: {},
  };
  const [pass] = kernel?.program({ matrix, precision: F64 } as KernelContext, {}).passes ?? [];
  if (!pass) throw new Error(`no pass of ${id}`);
  const { count, splitRows } = pass.partition;
  if (count === 'workers') throw new Error(`${id} has no units`);
  const ranges = Math.ceil(count / size);
  if (splitRows) expect(splitRows).toEqual(SPLIT_ROWS_INTO_Y);
  const views = splitRows ? partialSumsViews(new ArrayBuffer(ranges * PARTIAL_SUMS_BYTES), 0, ranges) : undefined;
  const constants = {
    ...sizes,
    sizes,
    scalars,
    arrays,
    auxiliary: {},
    formatParams: params,
    kernelParams: {},
    numbers: {},
    scratch: {},
    workers: 1,
  };
  const { buffer } = new Float64Array(9);
  const [inMemory, x] = [new Float64Array(buffer, 40, 4), new Float64Array(buffer, 0, 5)];
  x.set([1, 2, 3, 4, 5]);
  inMemory.set(y);
  const plan = operandPlan(signatureOf(spmv, {}, sizes), 'f64');
  const bound = bindJs(await loadJsFunction(pass, F64, id), constants, plan, pass.set, { buffer }, views);
  const values = Float64Array.of(x.byteOffset, inMemory.byteOffset, alpha, beta);
  bound.bind(values, 0);
  // Backwards, because no range may wait for another.
  for (let r = ranges - 1; r >= 0; r--) bound.run(r * size, Math.min(count, (r + 1) * size), r, 0);
  if (views) addPartialSums(views, ranges, inMemory, [alpha], [beta]);
  return [...inMemory];
}

describe('jsKernels', () => {
  it('of y ← αAx + βy are those tested here', () => {
    expect(
      jsKernels
        .filter(({ options }) => options === undefined)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(Object.keys(stored).sort());
  });

  for (const [id, forms] of Object.entries(stored)) {
    for (const [form, matrix] of forms.entries()) {
      for (const size of [1, 2, 3, 100]) {
        it(`${id}, storage ${form}, in ranges of ${size}`, async () => {
          expect(
            await product(id, matrix, size, Float64Array.of(Number.NaN, Number.NaN, Number.NaN, Number.NaN), 1, 0),
          ).toEqual([7, 26, 0, 45]);
          expect(await product(id, matrix, size, Float64Array.of(1, 2, 3, 4), 2, -1)).toEqual([13, 50, -3, 86]);
        });
      }
    }
  }

  it('coo leaves partial sums of the rows that ranges split', async () => {
    const coo = await loadJsFunction(
      { module: new URL('../../src/js/coo.ts', import.meta.url).href, export: 'coo' },
      F64,
      'js/coo',
    );
    const partialSums: PartialSums = { headRow: 9, tailRow: 9, headSum: 9, tailSum: 9 };
    const y = new Float64Array(4).fill(-1);
    const args = {
      ...stored['js/coo']?.[0],
      rows: 4,
      cols: 5,
      nnz: 7,
      x: Float64Array.of(1, 2, 3, 4, 5),
      y,
      alpha: 1,
      beta: 0,
      begin: 1,
      end: 6,
      partialSums,
    };
    coo(args as unknown as JsArguments);
    expect(partialSums).toMatchObject({ headRow: 0, headSum: 6, tailRow: 3, tailSum: 17 });
    expect([...y]).toEqual([-1, 26, 0, -1]);
  });
});

describe('js/csr64', () => {
  it.each([2 ** 31 - 3, 2 ** 31, 2 ** 32 - 3, 2 ** 32, 2 ** 40])(
    'reads the entries around number %d, and no others',
    async (start) => {
      // Arrays that have these elements alone: an index that wraps meets nothing, and NaN is what comes of it.
      const at = (list: readonly number[]) => Object.fromEntries(list.map((value, k) => [start + k, value])) as never;
      const arrays = {
        rowStart: Float64Array.of(0, 2, 4, 4, 7).map((k) => start + k),
        colIndex: at([0, 2, 1, 4, 0, 1, 3]),
        values: at([1, 2, 3, 4, 5, 6, 7]),
      };
      expect(await product('js/csr64', { arrays }, 100, new Float64Array(4), 1, 0)).toEqual([7, 26, 0, 45]);
    },
  );
});
