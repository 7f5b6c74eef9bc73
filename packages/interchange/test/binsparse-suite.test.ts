import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BinsparseHeader, NpyArray } from '../src/index.ts';
import {
  arraysOfTensor,
  npyArray,
  readBinsparse,
  readBinsparseTensor,
  tensorOfArray,
  writeBinsparseTensor,
  writeNpy,
} from '../src/index.ts';
import { readMember, textOf } from '../src/scipy/read-scipy.ts';
import { memoryBytes } from '../src/source/bytes.ts';
import { openArchive } from '../src/zip/archive.ts';
import { writeZip } from '../src/zip/write-zip.ts';
import { layoutOf, type NpyType } from '../src/npy/element-type.ts';
import { fromBase64, joined } from '../tools/bytes.ts';
import { rejectionOf } from './helpers.ts';

type Recorded = readonly [type: NpyType, shape: readonly number[], bytes: string];
interface Case {
  readonly name: string;
  readonly tensor: Recorded;
  readonly pattern: Recorded;
  readonly fill: Recorded;
  readonly header: BinsparseHeader;
  readonly expected: { readonly header: BinsparseHeader; readonly arrays: Readonly<Record<string, Recorded>> };
}

const fixture = new URL('../fixtures/binsparse-suite.json.gz', import.meta.url);
const { cases } = JSON.parse(gunzipSync(readFileSync(fixture)).toString()) as { readonly cases: readonly Case[] };
const groups = [...new Set(cases.map(({ name }) => name.split(' ').slice(0, 3).join(' ')))];

function array([type, shape, bytes]: Recorded): NpyArray {
  const data = fromBase64(bytes);
  const layout = layoutOf(type);
  if (layout === undefined) throw new Error(type);
  return npyArray(type, shape, new layout.array(data.buffer, 0, data.length / layout.array.BYTES_PER_ELEMENT));
}

const file = async (header: BinsparseHeader, arrays: Readonly<Record<string, NpyArray>>): Promise<Uint8Array> => {
  const text = JSON.stringify({ binsparse: header });
  const points = Uint32Array.from(text, (character) => character.codePointAt(0) as number);
  const members = { ...arrays, binsparse: npyArray(`U${points.length}`, [], points) };
  return joined(
    writeZip(
      Object.entries(members).map(([name, one]) => ({ name: `${name}.npy`, parts: writeNpy(one) })),
      false,
    ),
  );
};
const expectedFile = ({ expected: { header, arrays } }: Case): Promise<Uint8Array> =>
  file(header, Object.fromEntries(Object.entries(arrays).map(([name, one]) => [name, array(one)])));

/** What the suite compares of a container: the descriptor, and each array it declares; truth values are those whatever their bytes. */
async function contents(bytes: Uint8Array): Promise<unknown> {
  const archive = await openArchive(memoryBytes(bytes));
  const text = textOf((await readMember(archive, 'binsparse', {})) as NpyArray) as string;
  const { binsparse: header } = JSON.parse(text) as { readonly binsparse: BinsparseHeader };
  const arrays: Record<string, unknown> = {};
  for (const [name, said] of Object.entries(header['data_types'] as Record<string, string>)) {
    const { type, shape, data } = (await readMember(archive, name, {})) as NpyArray;
    arrays[name] = { type: said.includes('bint8') ? 'b1' : type, shape, data };
  }
  return { header, arrays };
}

const bare = ({ type, shape, data }: NpyArray): unknown => ({ type, shape, data });

describe("the cases of Binsparse's conformance suite in NPZ", () => {
  it('are all of its grid', () => {
    expect(cases.length).toBe(3800);
  });

  it.each(groups)('%s', async (group) => {
    for (const one of cases.filter(({ name }) => name.startsWith(`${group} `))) {
      const expected = await expectedFile(one);
      const wanted = await contents(expected);
      const [tensor, pattern, fill] = [array(one.tensor), array(one.pattern), array(one.fill)];
      const made = tensorOfArray(tensor, pattern, { fill, header: one.header });
      expect(await contents(await joined(writeBinsparseTensor(made))), `${one.name}: npy_to_binsparse`).toEqual(wanted);
      const read = await readBinsparseTensor(expected);
      const found = arraysOfTensor(read);
      expect([found.array, found.pattern, found.fill].map(bare), `${one.name}: binsparse_to_npy`).toEqual(
        [tensor, pattern, fill].map(bare),
      );
      const again = await joined(writeBinsparseTensor(read));
      expect(await contents(again), `${one.name}: binsparse_to_binsparse`).toEqual(wanted);
    }
  });

  it('are matrices where they have two dimensions and zeros where nothing is stored', async () => {
    let seen = 0;
    for (const one of cases.filter(({ name }) => name.startsWith('custom_2d') && name.includes(' zero-fill'))) {
      const { shape, positions, values } = await readBinsparse(await expectedFile(one));
      const stored = array(one.pattern).data;
      const at = [...values].map(
        (_, k) => (positions?.rowIndex[k] as number) * shape.cols + (positions?.colIndex[k] as number),
      );
      expect([shape.rows, shape.cols], one.name).toEqual(one.tensor[1]);
      expect(
        at.toSorted((a, b) => a - b),
        one.name,
      ).toEqual([...stored.keys()].filter((k) => stored[k] === 1));
      seen++;
    }
    expect(seen).toBe(300);
  });
});

describe('tensors', () => {
  const header: BinsparseHeader = {
    version: '0.1',
    format: 'CSR',
    shape: [2, 3],
    number_of_stored_values: 2,
    data_types: { pointers_to_1: 'int32', indices_1: 'uint8', values: 'float64' },
  };
  const csr = {
    pointers_to_1: npyArray('i4', [3], Int32Array.of(0, 1, 2)),
    indices_1: npyArray('u1', [2], Uint8Array.of(2, 0)),
    values: npyArray('f8', [2], Float64Array.of(5, 7)),
  };

  it('may count from 1, as version 0.1 allows', async () => {
    const fromOne = {
      ...csr,
      pointers_to_1: npyArray('i4', [3], Int32Array.of(1, 2, 3)),
      indices_1: npyArray('u1', [2], Uint8Array.of(3, 1)),
    };
    const bytes = await file({ ...header, index_base: 1 }, fromOne);
    const plain = await readBinsparse(await file(header, csr));
    expect(await readBinsparse(bytes)).toEqual(plain);
    const tensor = await readBinsparseTensor(bytes);
    expect(tensor.indices).toEqual([Int32Array.of(0, 1), Int32Array.of(2, 0)]);
    expect(await readBinsparse(await joined(writeBinsparseTensor(tensor)))).toEqual(plain);
    expect((await rejectionOf(readBinsparse(await file({ ...header, index_base: 2 }, csr)))).message).toContain(
      'index_base',
    );
    expect((await rejectionOf(readBinsparse(await file({ ...header, index_base: 1 }, csr)))).code).toMatch('FILE.');
  });

  it.each([
    ['a rank of 0', { level: { level_desc: 'dense', rank: 0, level: { level_desc: 'element' } } }, 'rank'],
    ['an unknown level', { level: { level_desc: 'hashed' } }, 'hashed'],
    ['no level', {}, 'level'],
    [
      'an order that is none',
      { transpose: [0, 0], level: { level_desc: 'sparse', rank: 2, level: { level_desc: 'element' } } },
      'transpose',
    ],
    [
      'more dimensions than the shape',
      { level: { level_desc: 'sparse', rank: 3, level: { level_desc: 'element' } } },
      'shape',
    ],
  ])('refuses %s', async (_, custom, word) => {
    const error = await rejectionOf(readBinsparseTensor(await file({ ...header, format: 'custom', custom }, csr)));
    expect(error.code).toMatch(/^FILE\.(FORMAT|UNSUPPORTED)$/);
    expect(error.message).toContain(word);
  });

  it('refuses a dense level larger than the file, before room is made for it', async () => {
    const level = { level_desc: 'dense', rank: 2, level: { level_desc: 'element' } };
    const bomb = {
      ...header,
      format: 'custom',
      custom: { level },
      shape: [40000, 40000],
      number_of_stored_values: 1.6e9,
    };
    const iso = { ...bomb, data_types: { values: 'iso[float64]' } };
    const one = { values: npyArray('f8', [1], Float64Array.of(1)) };
    expect((await rejectionOf(readBinsparseTensor(await file(iso, one)))).code).toBe('FILE.LIMIT');
    expect((await rejectionOf(readBinsparseTensor(await file(bomb, csr)))).code).toBe('FILE.FORMAT');
  });

  it('refuses to write what the format or the types cannot hold', async () => {
    const tensor = await readBinsparseTensor(await file(header, csr));
    const written = (changed: BinsparseHeader): Promise<unknown> =>
      (async () => joined(writeBinsparseTensor({ ...tensor, header: changed })))();
    for (const [changed, word] of [
      [{ ...header, format: 'DMATR' }, 'no value is stored'],
      [{ ...header, data_types: { values: 'float32' } }, 'float64'],
      [{ ...header, data_types: { values: 'iso[float64]' } }, 'differ'],
      [{ ...header, data_types: { indices_1: 'float64' } }, 'no type of integers'],
      [{ ...header, format: 'CVEC' }, 'dimensions'],
    ] as const)
      expect((await rejectionOf(written(changed))).message).toContain(word);
  });
});
