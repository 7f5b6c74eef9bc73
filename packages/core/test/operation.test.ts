import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operand, Operation, Problem } from '../src/index.ts';
import {
  cooFromEntries,
  denseLayout,
  denseLength,
  denseSteps,
  gapsOf,
  isGap,
  isSpmvError,
  kernelContext,
  launchContext,
  operationOptions,
  roundTo,
  signatureOf,
  spmv,
  transposeCoo,
} from '../src/index.ts';
import { sizesOf } from '../src/kernel/kernel-context.ts';
import { operationOf } from './fake-device.ts';
import { thrown } from './thrown.ts';

const MATRIX: Operand = { role: 'matrix', name: 'A' };
const X: Operand = { role: 'vector', name: 'x', length: 'cols', access: 'read' };
const Y: Operand = { role: 'vector', name: 'y', length: 'rows', access: 'update', factor: 'beta' };
const ALPHA: Operand = { role: 'scalar', name: 'alpha' };
const BETA: Operand = { role: 'scalar', name: 'beta', default: 0 };
const B: Operand = { role: 'dense', name: 'B', rows: 'cols', cols: 'k', access: 'read' };
const SIZES = { rows: 2, cols: 3, nnz: 4, k: 5 };

describe('signatureOf', () => {
  it('lists operands in memory and host scalars apart, and keeps the order of the arguments', () => {
    const norm: Operand = { role: 'device-scalar', name: 'norm', access: 'write' };
    const signature = signatureOf(operationOf([ALPHA, X, MATRIX, BETA, Y, norm]), {}, SIZES);
    expect(signature.matrix).toBe('A');
    expect(signature.buffers).toEqual([
      { name: 'x', role: 'vector', access: 'read', factor: -1, length: 3, size: 'cols' },
      { name: 'y', role: 'vector', access: 'update', factor: 1, length: 2, size: 'rows' },
      { name: 'norm', role: 'device-scalar', access: 'write', factor: -1, length: 1 },
    ]);
    expect(signature.scalars).toEqual([
      { name: 'alpha', default: Number.NaN },
      { name: 'beta', default: 0 },
    ]);
    // alpha, x, beta, y, norm
    expect(signature.places).toEqual([-1, 0, -2, 1, 2]);
    expect(signatureOf(operationOf([X]), {}, SIZES).matrix).toBeUndefined();
  });

  it('follows the options: the transposed product swaps the lengths of x and y', () => {
    const lengths = (transpose: boolean): number[] =>
      signatureOf(spmv, operationOptions(spmv, { transpose }), SIZES).buffers.map(({ length }) => length);
    expect(lengths(false)).toEqual([3, 2]);
    expect(lengths(true)).toEqual([2, 3]);
    expect(operationOptions(spmv)).toEqual({ transpose: false });
  });

  it('gives dense operands a layout, by rows without gaps unless told otherwise', () => {
    const slot = (layouts = {}) => signatureOf(operationOf([B]), {}, SIZES, layouts).buffers[0];
    expect(slot()).toMatchObject({ length: 15, layout: { rows: 3, cols: 5, order: 'row', leadingDimension: 5 } });
    expect(slot({ B: { order: 'column' } })).toMatchObject({ length: 15, layout: { leadingDimension: 3 } });
    expect(slot({ B: { leadingDimension: 8 } })).toMatchObject({ length: 2 * 8 + 5, layout: { leadingDimension: 8 } });
    expect(slot({ B: { order: 'column', leadingDimension: 4 } })).toMatchObject({ length: 4 * 4 + 3 });
  });

  it('refuses layouts of what is not a dense operand', async () => {
    for (const name of ['x', 'alpha', 'A', 'nothing']) {
      const layouts = { [name]: {} };
      expect(await thrown(() => signatureOf(operationOf([MATRIX, X, B, ALPHA]), {}, SIZES, layouts))).toBe(
        'OPERAND.LAYOUT',
      );
    }
    expect(await thrown(() => signatureOf(operationOf([B]), {}, SIZES, { B: { leadingDimension: 4 } }))).toBe(
      'OPERAND.LAYOUT',
    );
  });

  const vectors = (count: number): Operand[] =>
    Array.from({ length: count }, (_, k) => ({ role: 'vector', name: `v${k}`, length: 'rows', access: 'read' }));

  it('takes up to 12 operands beside the matrix', () => {
    expect(signatureOf(operationOf([MATRIX, ...vectors(12)]), {}, SIZES).buffers).toHaveLength(12);
  });

  for (const [what, operation, words] of [
    ['two matrices', operationOf([MATRIX, { role: 'matrix', name: 'B' }]), '2 stored matrices'],
    ['a written matrix', operationOf([{ ...MATRIX, access: 'write' as never }]), "writes the stored matrix 'A'"],
    ['two operands of one name', operationOf([MATRIX, { ...X, name: 'A' }]), 'the same name'],
    ['13 operands beside the matrix', operationOf([MATRIX, ...vectors(12), ALPHA]), '13 operands'],
    ['a factor that is no host scalar', operationOf([X, { ...Y, factor: 'x' }]), "factor 'x'"],
    ['a vector of no known length', operationOf([{ ...X, length: 'depth' }]), "size 'depth' (rows, cols, nnz, k)"],
    ['a dense operand of no known shape', operationOf([{ ...B, cols: 'depth' }]), "size 'depth'"],
    ['a trivial size it does not have', operationOf([X], { trivial: { sizes: ['n'], scalars: [] } }), "size 'n'"],
    ['a trivial scalar it does not have', operationOf([X], { trivial: { sizes: [], scalars: ['x'] } }), "scalar 'x'"],
  ] as const satisfies readonly (readonly [string, Operation, string])[]) {
    it(`refuses ${what}`, () => {
      try {
        signatureOf(operation, {}, SIZES);
        expect.unreachable();
      } catch (error) {
        expect(isSpmvError(error, 'OPERATION.INVALID') && error.message).toContain(`'test/op' is not valid`);
        expect((error as Error).message).toContain(words);
      }
    });
  }
});

describe('sizesOf', () => {
  it('joins the sizes of the matrix, the defaults of the operation and what was asked for', () => {
    const operation = operationOf([B], { sizes: { k: { default: 4, doc: '' }, m: { default: 6, doc: '' } } });
    expect(sizesOf(operation, { shape: { rows: 2, cols: 3 }, nnz: 1 }, { m: 7 })).toEqual({
      rows: 2,
      cols: 3,
      nnz: 1,
      k: 4,
      m: 7,
    });
  });
});

describe('gapsOf', () => {
  for (const order of ['row', 'column'] as const)
    it(`tells every element of a batch by ${order}s from what lies between`, () => {
      const layout = denseLayout('C', { rows: 3, cols: 2, batch: 2 }, { order, leadingDimension: 5, batchStride: 17 });
      const { row, col } = denseSteps(layout);
      const elements = new Set<number>();
      for (const b of [0, 1])
        for (const i of [0, 1, 2]) for (const j of [0, 1]) elements.add(b * layout.batchStride + i * row + j * col);
      const gaps = gapsOf(layout);
      for (let e = 0; e < denseLength(layout); e++) expect(gaps && isGap(gaps, e)).toBe(!elements.has(e));
    });

  it('finds none where lines and matrices follow one another', () => {
    expect(gapsOf(denseLayout('C', { rows: 3, cols: 2, batch: 2 }))).toBeUndefined();
    expect(gapsOf(denseLayout('C', { rows: 0, cols: 2 }, { order: 'column' }))).toEqual(expect.anything());
  });
});

describe('launchContext', () => {
  const device = { name: 'none', kind: 'cpu', precisions: ['f64'], capabilities: [], limits: {} } as const;
  const place = { device, precision: { precision: 'f64', accumulator: 'f64' } } as const;
  const kernel = { id: 'js/none', target: 'js' } as const;

  it('has a matrix exactly where the operation stores one, and counts its operations', () => {
    const stored = launchContext(spmv, kernel, kernelContext(spmv, {}, place));
    expect(stored).toMatchObject({ device, kernel, flops: 0, matrix: { shape: { rows: 0, cols: 0 } } });
    const dense = { ...operationOf([X]), flops: ({ rows = 0 }) => 7 + rows };
    expect(launchContext(dense, kernel, kernelContext(dense, {}, place))).toEqual({
      device,
      kernel,
      matrix: undefined,
      flops: 7,
    });
  });
});

describe('denseLayout', () => {
  it('has room for a row or a column, and one element of a leading dimension at least', () => {
    expect(denseLayout('B', { rows: 0, cols: 0 })).toMatchObject({
      rows: 0,
      cols: 0,
      order: 'row',
      leadingDimension: 1,
    });
    expect(denseLayout('B', { rows: 3, cols: 2 }, { order: 'column' }).leadingDimension).toBe(3);
    expect(denseLength(denseLayout('B', { rows: 0, cols: 4 }))).toBe(0);
    expect(denseLength(denseLayout('B', { rows: 4, cols: 0 }, { leadingDimension: 9 }))).toBe(0);
    expect(denseLength(denseLayout('B', { rows: 1, cols: 4 }, { leadingDimension: 9 }))).toBe(4);
  });

  it('puts the matrices of a batch one after another, at a distance, or on one another', () => {
    const batch = { rows: 3, cols: 5, batch: 4 };
    expect(denseLayout('B', batch)).toMatchObject({ batch: 4, batchStride: 15 });
    expect(denseLength(denseLayout('B', batch, { leadingDimension: 7 }))).toBe(3 * 21 + 2 * 7 + 5);
    expect(denseLength(denseLayout('B', batch, { batchStride: 100 }))).toBe(315);
    expect(denseLength(denseLayout('B', batch, { batchStride: 0 }))).toBe(15);
    expect(denseLength(denseLayout('B', { ...batch, batch: 0 }))).toBe(0);
    // Interleaved rows of neighbours would share elements of the buffer.
    for (const batchStride of [14, -15, 15.5, Number.NaN])
      expect(() => denseLayout('B', batch, { batchStride })).toThrow(/batch stride cannot be/u);
  });

  it('shares one matrix between products only where it is read', () => {
    const sizes = { k: { default: 4, doc: '' }, b: { default: 3, doc: '' } };
    const dense = (access: 'read' | 'write') =>
      operationOf([{ role: 'dense', name: 'B', rows: 'k', cols: 'k', batch: 'b', access }], { sizes });
    const of = (access: 'read' | 'write') =>
      signatureOf(dense(access), {}, { ...SIZES, k: 4, b: 3 }, { B: { batchStride: 0 } }).buffers[0];
    expect(of('read')).toMatchObject({ length: 16, layout: { batch: 3, batchStride: 0 } });
    expect(() => of('write')).toThrow(/share one place/u);
  });

  it('steps along rows and columns', () => {
    expect(denseSteps(denseLayout('B', { rows: 3, cols: 5 }, { leadingDimension: 8 }))).toEqual({ row: 8, col: 1 });
    expect(denseSteps(denseLayout('B', { rows: 3, cols: 5 }, { order: 'column' }))).toEqual({ row: 1, col: 3 });
  });

  it('refuses what no dense matrix has, with the least that is possible', () => {
    for (const leadingDimension of [4, 0, -5, 5.5, Number.NaN, Infinity, '5' as never]) {
      try {
        denseLayout('B', { rows: 3, cols: 5 }, { leadingDimension });
        expect.unreachable();
      } catch (error) {
        expect(isSpmvError(error, 'OPERAND.LAYOUT') && error.fix).toContain('at least 5');
      }
    }
    expect(() => denseLayout('B', { rows: 3, cols: 5 }, { order: 'diagonal' as never })).toThrow(/'diagonal'/u);
  });
});

const coo = cooFromEntries(
  { rows: 2, cols: 4 },
  { rowIndex: [0, 0, 1, 1], colIndex: [1, 3, 0, 1], values: [1, 2, 3, 4] },
);

describe('transposeCoo', () => {
  it('swaps rows and columns and stays sorted', () => {
    expect(transposeCoo(coo)).toEqual(
      cooFromEntries({ rows: 4, cols: 2 }, { rowIndex: [0, 1, 1, 3], colIndex: [1, 0, 1, 0], values: [3, 1, 4, 2] }),
    );
    for (const [rows, cols] of [
      [0, 3],
      [3, 0],
      [2, 2],
    ] as const) {
      const empty = { rowIndex: [], colIndex: [], values: [] };
      expect(transposeCoo(cooFromEntries({ rows, cols }, empty))).toEqual(
        cooFromEntries({ rows: cols, cols: rows }, empty),
      );
    }
  });

  it('is what entries given the other way round become, and twice it is nothing', () => {
    const entries = fc.array(fc.tuple(fc.nat(6), fc.nat(4), fc.double({ noNaN: true, min: -9, max: 9 })));
    fc.assert(
      fc.property(entries, (list) => {
        const [rows, cols, values] = [0, 1, 2].map((k) => list.map((entry) => entry[k] as number)) as [
          number[],
          number[],
          number[],
        ];
        const straight = cooFromEntries({ rows: 7, cols: 5 }, { rowIndex: rows, colIndex: cols, values });
        const turned = cooFromEntries({ rows: 5, cols: 7 }, { rowIndex: cols, colIndex: rows, values });
        expect(transposeCoo(straight)).toEqual(turned);
        expect(transposeCoo(transposeCoo(straight))).toEqual(straight);
      }),
    );
  });
});

describe('spmv.reference', () => {
  const problem = (more: Partial<Problem>): Problem => ({
    options: operationOptions(spmv),
    sizes: SIZES,
    matrix: coo,
    buffers: { x: Float64Array.of(1, 10, 100, 1000), y: Float64Array.of(5, 6) },
    layouts: {},
    scalars: { alpha: 2, beta: -1 },
    precision: 'f64',
    stored: 'f64',
    ...more,
  });

  it('is y = alpha A x + beta y, with alpha 1 and beta 0 when they are left out', () => {
    expect([...(spmv.reference(problem({}))['y']?.high ?? [])]).toEqual([2 * 2010 - 5, 2 * 43 - 6]);
    expect([...(spmv.reference(problem({ scalars: {} }))['y']?.high ?? [])]).toEqual([2010, 43]);
  });

  it('transposed is y = alpha Aᵀ x + beta y', () => {
    const buffers = { x: Float64Array.of(1, 10), y: Float64Array.of(5, 6, 7, 8) };
    const { y } = spmv.reference(problem({ options: { transpose: true }, buffers }));
    expect([...(y?.high ?? [])]).toEqual([2 * 30 - 5, 2 * 41 - 6, -7, 2 * 2 - 8]);
    expect([...(y?.terms ?? [])]).toEqual([1, 2, 0, 1]);
  });

  it('rounds the values of the matrix as they are stored, and the rest as it is computed', () => {
    const matrix = cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [0.1] });
    const buffers = { x: Float64Array.of(0.3), y: new Float64Array(1) };
    for (const stored of ['f32', 'f64'] as const) {
      const { y } = spmv.reference(problem({ matrix, buffers, scalars: {}, stored }));
      expect(y?.high[0]).toBe(roundTo(stored, 0.1) * 0.3);
    }
    expect(roundTo('f32', 0.1)).not.toBe(0.1);
  });
});
