import type { Backend, Kernel, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, isSpmvError, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plugin, serial } from '../src/index.ts';

const registry = createRegistry([formats, plugin]);
const csr = registry.format('csr');
const kernels = ['js/csr', 'wasm/csr-simd'].map((id) => registry.kernel(id) as Kernel);
const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend(serial);
});
afterAll(() => backend.dispose());

/** A matrix as a stranger would write it. */
function byHand(arrays: object = {}, header: object = {}): StoredMatrix {
  const sound = {
    rowStart: Int32Array.of(0, 2, 3),
    colIndex: Int32Array.of(0, 2, 1),
    values: Float64Array.of(1, 2, 3),
  };
  return {
    format: 'csr',
    shape: { rows: 2, cols: 3 },
    nnz: 3,
    valueType: 'f64',
    params: {},
    scalars: {},
    arrays: { ...sound, ...arrays },
    ...header,
  };
}

async function outcome(matrix: unknown, kernel: Kernel, more: object = { format: csr }): Promise<string> {
  try {
    const operator = await backend.prepare({ operation: spmv, matrix: matrix as StoredMatrix, kernel, ...more });
    const x = backend.vector([1, 10, 100]);
    const y = backend.vector(2);
    operator.apply(x, y);
    return [...(await y.read())].join();
  } catch (error) {
    return isSpmvError(error) ? error.code : String(error);
  }
}

function lost(array: Int32Array<ArrayBuffer>): Int32Array {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['a row start past the entries', byHand({ rowStart: Int32Array.of(0, 1, 9) })],
  ['row starts that fall', byHand({ rowStart: Int32Array.of(0, 3, 2) })],
  ['a negative row start', byHand({ rowStart: Int32Array.of(-5, 2, 3) })],
  ['too few row starts', byHand({ rowStart: Int32Array.of(0, 3) })],
  ['a huge column', byHand({ colIndex: Int32Array.of(0, 2 ** 31 - 1, 1) })],
  ['a negative column', byHand({ colIndex: Int32Array.of(-1, 2, 1) })],
  ['columns not in order', byHand({ colIndex: Int32Array.of(2, 0, 1) })],
  ['no columns', byHand({ colIndex: undefined })],
  ['too few columns', byHand({ colIndex: Int32Array.of(0, 2) })],
  ['columns in a plain array', byHand({ colIndex: [0, 2, 1] })],
  ['columns in f64', byHand({ colIndex: Float64Array.of(0, 2, 1) })],
  ['values in f32', byHand({ values: Float32Array.of(1, 2, 3) })],
  ['an array whose memory was given away', byHand({ colIndex: lost(Int32Array.of(0, 2, 1)) })],
  ['a shape that is none', byHand({}, { shape: { rows: 2.5, cols: 3 } })],
  ['no shape', byHand({}, { shape: undefined })],
  ['nnz NaN', byHand({}, { nnz: Number.NaN })],
  ['fewer entries than nnz', byHand({}, { nnz: 4 })],
  ['no arrays', byHand({}, { arrays: undefined })],
  ['a parameter of another format', byHand({}, { params: { multiple: 4 } })],
  ['null', null],
];

describe.each(kernels.map((kernel) => [kernel.id, kernel] as const))('%s', (_id, kernel) => {
  it.each(HOSTILE)('is not given %s', async (_what, matrix) => {
    expect(await outcome(matrix, kernel)).toBe('FORMAT.INVALID');
    expect(await outcome(matrix, kernel, {})).toBe('FORMAT.UNCHECKED');
  });

  it('a missing matrix is refused, also as trusted', async () => {
    for (const more of [{}, { format: csr }, { trusted: true }])
      expect(await outcome(undefined, kernel, more)).toBe('OPERAND.MATRIX');
  });

  it('multiplies a sound matrix made by hand, told its format or trusted', async () => {
    expect(await outcome(byHand(), kernel)).toBe('201,30');
    expect(await outcome(byHand(), kernel, { trusted: true })).toBe('201,30');
    expect(await outcome(byHand(), kernel, {})).toBe('FORMAT.UNCHECKED');
    expect(await outcome(byHand(), kernel, { trusted: 'yes' })).toBe('FORMAT.UNCHECKED');
    expect(await outcome(byHand(), kernel, { format: registry.format('coo') })).toBe('FORMAT.INVALID');
  });

  it('multiplies what core built, and no copy of it that might be another', async () => {
    const built = buildMatrix(csr, coo);
    expect(await outcome(built, kernel, {})).toBe('201,30');
    expect(await outcome({ ...built }, kernel, {})).toBe('FORMAT.UNCHECKED');
    expect(await outcome(structuredClone(built), kernel, {})).toBe('FORMAT.UNCHECKED');
    expect(await outcome(Object.create(built), kernel, {})).toBe('FORMAT.UNCHECKED');
    expect(await outcome({ ...built, arrays: { ...built.arrays, rowStart: Int32Array.of(0, 1, 9) } }, kernel)).toBe(
      'FORMAT.INVALID',
    );
    expect(() => Object.assign(built.arrays, { rowStart: Int32Array.of(0, 1, 9) })).toThrow(TypeError);
    expect(() => Object.assign(built, { nnz: 9 })).toThrow(TypeError);
    expect(() => Object.assign(built.shape, { rows: 9 })).toThrow(TypeError);
  });

  it('is not touched by what happens to the matrix afterwards', async () => {
    const matrix = byHand();
    const operator = await backend.prepare({ operation: spmv, matrix, kernel, format: csr });
    Object.assign(matrix.shape, { rows: 2000, cols: 3000 });
    (matrix.arrays['colIndex'] as Int32Array).fill(2 ** 31 - 1);
    expect(operator.shape).toEqual({ rows: 2, cols: 3 });
    const y = backend.vector(2);
    operator.apply(backend.vector([1, 10, 100]), y);
    expect([...(await y.read())]).toEqual([201, 30]);
  });

  it('takes arrays over shared memory, as they were when they were checked', async () => {
    const shared = new Int32Array(new SharedArrayBuffer(12));
    shared.set([0, 2, 1]);
    expect(await outcome(byHand({ colIndex: shared }), kernel)).toBe('201,30');
    // Another thread's write between the check and the use: the copy was made before both.
    const trap: Kernel = {
      ...kernel,
      program: (context, params) => {
        shared.fill(2 ** 31 - 1);
        return kernel.program(context, params);
      },
    };
    expect(await outcome(byHand({ colIndex: shared }), trap)).toBe('201,30');
    expect(await outcome(byHand({ colIndex: shared }), kernel)).toBe('FORMAT.INVALID');
  });
});

it('says all that was found, and where', async () => {
  const matrix = byHand({ rowStart: undefined, colIndex: [] });
  await expect(
    backend.prepare({ operation: spmv, matrix, kernel: kernels[0] as Kernel, format: csr }),
  ).rejects.toMatchObject({
    code: 'FORMAT.INVALID',
    message:
      "The matrix is not in format 'csr': array 'rowStart' is missing (layout.names); array 'colIndex' holds something else (layout.elements).",
  });
});

it('buildMatrix refuses entries that are not canonical, which would get its mark', () => {
  const entries = (change: object) => ({ ...coo, ...change });
  for (const wrong of [
    entries({ colIndex: Int32Array.of(0, 2 ** 31 - 1, 1) }),
    entries({ rowIndex: Int32Array.of(0, 5, 1) }),
    entries({ rowIndex: Int32Array.of(1, 0, 1) }),
    entries({ colIndex: Int32Array.of(0, 0, 1) }),
    entries({ values: Float64Array.of(1) }),
    entries({ values: [1, 2, 3] }),
    entries({ rowIndex: undefined }),
    entries({ shape: { rows: -1, cols: 3 } }),
    entries({ shape: undefined }),
    null,
    undefined,
    {},
  ])
    expect(() => buildMatrix(csr, wrong as never), JSON.stringify(wrong)).toThrow(
      expect.objectContaining({ code: 'FORMAT.INVALID' }),
    );
});

describe('what is no precision', () => {
  const [kernel] = kernels;
  const matrix = buildMatrix(csr, coo);
  it.each([['complex128'], [{ precision: 'c128' }], ['toString']])(
    '%o is refused with the names there are',
    async (precision) => {
      const asked = precision as never;
      const refused = { code: 'PARAM.OUT_OF_RANGE', fix: expect.stringMatching(/ f64,.* c128/u) as string };
      expect(() => backend.vector([1, 2], asked)).toThrow(expect.objectContaining(refused));
      expect(() => backend.dense(1, 2, { precision: asked })).toThrow(expect.objectContaining(refused));
      for (const more of [{ precision: asked }, { kernel, precision: asked }, { kernel, stored: asked }])
        await expect(backend.prepare({ operation: spmv, matrix, format: csr, ...more } as never)).rejects.toMatchObject(
          refused,
        );
    },
  );
});
