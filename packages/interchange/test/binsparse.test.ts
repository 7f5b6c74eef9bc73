import { readFileSync } from 'node:fs';
import type { FileMatrix } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import {
  npyArray,
  plugin,
  readBinsparse,
  readNpy,
  writeBinsparse,
  writeNpy,
  type WrittenFormat,
} from '../src/index.ts';
import { textOf } from '../src/scipy/read-scipy.ts';
import { memoryBytes } from '../src/source/bytes.ts';
import { openArchive } from '../src/zip/archive.ts';
import { writeZip } from '../src/zip/write-zip.ts';
import { fromBase64, joined } from '../tools/bytes.ts';
import { recordedBits, bitsOf, rejectionOf } from './helpers.ts';

const { cases } = JSON.parse(readFileSync(new URL('../fixtures/binsparse.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly {
    readonly name: string;
    readonly file: string;
    readonly shape: readonly number[];
    readonly values: string;
    readonly imaginary?: string;
  }[];
};

/** Every element by rows, real and imaginary parts, mirror images written out. */
function elements({ shape, positions, values, imaginary, symmetry }: FileMatrix): {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
} {
  const parts = {
    real: new Float64Array(shape.rows * shape.cols),
    imaginary: new Float64Array(shape.rows * shape.cols),
  };
  values.forEach((value, k) => {
    const [i, j] = positions
      ? [positions.rowIndex[k] as number, positions.colIndex[k] as number]
      : [Math.floor(k / shape.cols), k % shape.cols];
    parts.real[i * shape.cols + j] = value;
    parts.imaginary[i * shape.cols + j] = imaginary?.[k] ?? 0;
    if (symmetry === 'general' || i === j) return;
    parts.real[j * shape.cols + i] = symmetry === 'skew-symmetric' ? -value : value;
    parts.imaginary[j * shape.cols + i] = (symmetry === 'symmetric' ? 1 : -1) * (imaginary?.[k] ?? 0);
  });
  return parts;
}

/** The same whether a zero was −0. */
const plain = (values: Float64Array): readonly bigint[] => bitsOf(values.map((value) => value + 0));

describe('files as NumPy writes them by the specification', () => {
  it.each(cases)('$name', async ({ file, shape, values, imaginary }) => {
    const matrix = await readBinsparse(fromBase64(file));
    expect([matrix.shape.rows, matrix.shape.cols]).toEqual(shape);
    const found = elements(matrix);
    expect(plain(found.real)).toEqual(recordedBits(values).map((bits) => (bits === 1n << 63n ? 0n : bits)));
    if (imaginary !== undefined)
      expect(plain(found.imaginary)).toEqual(recordedBits(imaginary).map((bits) => (bits === 1n << 63n ? 0n : bits)));
  });

  it('is told by its content, whatever its name', async () => {
    const npz = plugin.files?.find(({ id }) => id === 'npz');
    const bytes = fromBase64(cases[0]?.file ?? '');
    expect((await npz?.read(memoryBytes(bytes), { limits: {} }))?.about).toBe('Binsparse CSR, bint8');
    expect(plugin.files?.[0]?.recognises(bytes, 'a.bsp.npz')).toBe(true);
  });

  it('one value for all is a pattern where it is 1', async () => {
    const ones = await file(
      { data_types: { ...TYPES, values: 'iso[int8]' } },
      { values: npyArray('i1', [1], Int8Array.of(1)) },
    );
    expect(await readBinsparse(ones)).toMatchObject({ field: 'pattern', values: Float64Array.of(1, 1, 1) });
  });
});

/** Two by three with three entries. */
const A: FileMatrix = {
  shape: { rows: 4, cols: 3 },
  positions: { rowIndex: Int32Array.of(0, 0, 3), colIndex: Int32Array.of(0, 2, 1) },
  values: Float64Array.of(1.5, -2, 3),
  field: 'real',
  symmetry: 'general',
  about: '',
};
const FORMATS: readonly WrittenFormat[] = ['CSR', 'CSC', 'COOR', 'COOC', 'DCSR', 'DCSC', 'DMATR', 'DMATC'];

describe('what is written', () => {
  it.each(FORMATS)('%s is read back, real and complex, in 32 and 64 bits', async (format) => {
    for (const matrix of [A, { ...A, imaginary: Float64Array.of(0, 1, 2), field: 'complex' as const }]) {
      for (const options of [{}, { index: 'i8', values: 'f4', compression: 'deflate' }] as const) {
        const back = await readBinsparse(await joined(writeBinsparse(matrix, { format, ...options })));
        expect(elements(back)).toEqual(elements(matrix));
      }
    }
  });

  it('has the arrays of the specification', async () => {
    const archive = await openArchive(memoryBytes(await joined(writeBinsparse(A, { format: 'DCSR' }))));
    const array = async (name: string): Promise<Awaited<ReturnType<typeof readNpy>>> => {
      const member = await archive.open(`${name}.npy`);
      return readNpy((await member?.bytes.read(member.at, member.end - member.at)) as Uint8Array);
    };
    expect([...((await array('indices_0')).data as Int32Array)]).toEqual([0, 3]);
    expect([...((await array('pointers_to_1')).data as Int32Array)]).toEqual([0, 2, 3]);
    expect([...((await array('indices_1')).data as Int32Array)]).toEqual([0, 2, 1]);
    expect(JSON.parse(textOf(await array('binsparse')) ?? '')).toEqual({
      binsparse: {
        version: '0.1.0',
        format: 'DCSR',
        shape: [4, 3],
        number_of_stored_values: 3,
        data_types: { indices_0: 'int32', pointers_to_1: 'int32', indices_1: 'int32', values: 'float64' },
      },
    });
  });

  it('is refused where it would be too large', () => {
    expect(() => writeBinsparse({ ...A, shape: { rows: 2 ** 20, cols: 2 ** 20 } }, { format: 'DMATR' })).toThrow(
      /elements, more than/,
    );
  });
});

const TYPES = { pointers_to_1: 'int32', indices_1: 'int32', values: 'float64' };

/** A file of CSR with some of its descriptor and arrays replaced. */
async function file(
  changes: Readonly<Record<string, unknown>>,
  arrays: Readonly<Record<string, ReturnType<typeof npyArray> | undefined>> = {},
  text?: string,
): Promise<Uint8Array> {
  const descriptor = {
    version: '0.1.0',
    format: 'CSR',
    shape: [2, 3],
    number_of_stored_values: 3,
    data_types: TYPES,
    ...changes,
  };
  const all = {
    pointers_to_1: npyArray('i4', [3], Int32Array.of(0, 2, 3)),
    indices_1: npyArray('i4', [3], Int32Array.of(0, 2, 1)),
    values: npyArray('f8', [3], Float64Array.of(1, 2, 3)),
    ...arrays,
  };
  const members = Object.entries(all).flatMap(([name, array]) =>
    array ? [{ name: `${name}.npy`, parts: writeNpy(array) }] : [],
  );
  const json = text ?? JSON.stringify({ binsparse: descriptor });
  return joined(writeZip([...members, { name: 'binsparse.json', parts: [new TextEncoder().encode(json)] }], false));
}

describe('hostile files', () => {
  it('the descriptor may be a file of its own', async () => {
    expect([...(await readBinsparse(await file({}))).values]).toEqual([1, 2, 3]);
  });

  it.each<readonly [name: string, changes: Readonly<Record<string, unknown>>, code: string]>([
    ['no format', { format: undefined }, 'FILE.FORMAT'],
    ['a custom format', { format: undefined, custom: { level: {} } }, 'FILE.UNSUPPORTED'],
    ['a format of every object', { format: 'constructor' }, 'FILE.UNSUPPORTED'],
    ['a version that is to come', { version: '2.0.0' }, 'FILE.UNSUPPORTED'],
    ['no version', { version: 1 }, 'FILE.FORMAT'],
    ['a shape of a vector', { shape: [3] }, 'FILE.FORMAT'],
    ['a negative shape', { shape: [2, -3] }, 'FILE.FORMAT'],
    ['a shape beyond 31 bits', { shape: [2, 2 ** 40] }, 'FILE.LIMIT'],
    ['another number of values', { number_of_stored_values: 2 }, 'FILE.FORMAT'],
    ['a count that is none', { number_of_stored_values: 1e300 }, 'FILE.FORMAT'],
    ['no types', { data_types: [] }, 'FILE.FORMAT'],
    ['a type that is missing', { data_types: { ...TYPES, indices_1: undefined } }, 'FILE.FORMAT'],
    ['another type than the array has', { data_types: { ...TYPES, values: 'float32' } }, 'FILE.FORMAT'],
    ['an unknown type', { data_types: { ...TYPES, values: 'quaternion4' } }, 'FILE.UNSUPPORTED'],
    ['complex integers', { data_types: { ...TYPES, values: 'complex[int32]' } }, 'FILE.UNSUPPORTED'],
    ['brackets that do not close', { data_types: { ...TYPES, values: 'iso[float64' } }, 'FILE.UNSUPPORTED'],
    ['complex values that are half there', { data_types: { ...TYPES, values: 'complex[float64]' } }, 'FILE.FORMAT'],
    ['one value of three for all', { data_types: { ...TYPES, values: 'iso[float64]' } }, 'FILE.FORMAT'],
    ['an unknown structure', { structure: 'triangular' }, 'FILE.UNSUPPORTED'],
    ['a symmetric matrix that is not square', { structure: 'symmetric_lower' }, 'FILE.FORMAT'],
    ['a fill value that is not there', { fill: true }, 'FILE.FORMAT'],
    ['fill that is no truth value', { fill: 'yes' }, 'FILE.FORMAT'],
    ['arrays of another format', { format: 'COO' }, 'FILE.FORMAT'],
    ['a column beyond the last', { shape: [2, 2] }, 'FILE.INDEX'],
  ])('%s', async (_, changes, code) => {
    const error = await rejectionOf(readBinsparse(await file(changes)));
    expect([error.code, error.message]).toEqual([code, expect.any(String) as string]);
  });

  it('refuses a triangle with entries on the other side, a fill value, no JSON, no descriptor, one value for millions', async () => {
    const square = { shape: [3, 3], format: 'COO', data_types: { ...TYPES, indices_0: 'int32' } };
    const rows = { indices_0: npyArray('i4', [3], Int32Array.of(0, 1, 2)) };
    expect(
      (await rejectionOf(readBinsparse(await file({ ...square, structure: 'symmetric_lower' }, rows)))).message,
    ).toContain('lower triangle');
    const filled = { fill: true, data_types: { ...TYPES, fill_value: 'float64' } };
    expect(
      (await rejectionOf(readBinsparse(await file(filled, { fill_value: npyArray('f8', [1], Float64Array.of(2)) }))))
        .code,
    ).toBe('FILE.UNSUPPORTED');
    expect([
      ...(await readBinsparse(await file(filled, { fill_value: npyArray('f8', [1], Float64Array.of(0)) }))).values,
    ]).toEqual([1, 2, 3]);
    expect((await rejectionOf(readBinsparse(await file({}, {}, '{')))).message).toContain('no JSON');
    expect((await rejectionOf(readBinsparse(await file({}, {}, '[]')))).code).toBe('FILE.FORMAT');
    const bomb = {
      format: 'DMATR',
      shape: [40_000, 40_000],
      number_of_stored_values: 1.6e9,
      data_types: { values: 'iso[float64]' },
    };
    expect(
      (await rejectionOf(readBinsparse(await file(bomb, { values: npyArray('f8', [1], Float64Array.of(1)) })))).code,
    ).toBe('FILE.LIMIT');
    const none = await joined(writeZip([{ name: 'values.npy', parts: [] }], false));
    expect((await rejectionOf(readBinsparse(none))).message).toContain('no descriptor');
  });
});
