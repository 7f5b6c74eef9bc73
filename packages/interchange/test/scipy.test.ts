import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSciPyNpz, sciPyEntries, writeSciPyNpz } from '../src/index.ts';
import { openArchive } from '../src/zip/archive.ts';
import { fromBase64, joined } from '../tools/bytes.ts';
import { bitsOf, recordedBits } from './helpers.ts';
import { memoryBytes } from '../src/source/bytes.ts';

interface Recorded {
  readonly cases: readonly Case[];
}

interface Case {
  readonly name: string;
  readonly file: string;
  readonly members: Readonly<Record<string, string>>;
  readonly shape: readonly [number, number];
  readonly format: string;
  readonly isArray: boolean;
  readonly row: readonly number[];
  readonly col: readonly number[];
  readonly values: string;
  readonly imaginary?: string;
  readonly integers?: readonly string[];
}
const { cases } = JSON.parse(readFileSync(new URL('../fixtures/scipy.json', import.meta.url), 'utf8')) as Recorded;
const readBack = JSON.parse(readFileSync(new URL('../fixtures/read-by-scipy.json', import.meta.url), 'utf8')) as {
  readonly sha256: Readonly<Record<string, string>>;
};

/** SciPy numbers the entries on diagonals otherwise: they are compared by row, then column. */
function inOrder<Item>(
  items: Iterable<Item>,
  { format, row, col }: Pick<Case, 'format' | 'row' | 'col'>,
): readonly Item[] {
  const all = [...items];
  if (format !== 'dia') return all;
  const order = all
    .map((_, k) => k)
    .sort((a, b) => (row[a] as number) - (row[b] as number) || (col[a] as number) - (col[b] as number));
  return order.map((k) => all[k] as Item);
}

describe('files that SciPy wrote', () => {
  it.each(cases)('$name: the entries that SciPy finds', async (recorded) => {
    const matrix = await readSciPyNpz(fromBase64(recorded.file));
    expect(matrix).toMatchObject({ format: recorded.format, isArray: recorded.isArray });
    const entries = sciPyEntries(matrix);
    expect([entries.shape.rows, entries.shape.cols]).toEqual(recorded.shape);
    const own = {
      format: recorded.format,
      row: [...(entries.positions?.rowIndex ?? [])],
      col: [...(entries.positions?.colIndex ?? [])],
    };
    expect(inOrder(own.row, own)).toEqual(inOrder(recorded.row, recorded));
    expect(inOrder(own.col, own)).toEqual(inOrder(recorded.col, recorded));
    expect(inOrder(bitsOf(entries.values), own)).toEqual(inOrder(recordedBits(recorded.values), recorded));
    if (recorded.imaginary !== undefined)
      expect(inOrder(bitsOf(entries.imaginary as Float64Array), own)).toEqual(
        inOrder(recordedBits(recorded.imaginary), recorded),
      );
  });

  it.each(cases)('$name: written again, every array has the same bytes', async ({ file, members }) => {
    const matrix = await readSciPyNpz(fromBase64(file));
    for (const compression of ['none', 'deflate'] as const) {
      const archive = await openArchive(memoryBytes(await joined(writeSciPyNpz(matrix, { compression }))));
      expect(archive.names).toEqual(Object.keys(members).map((name) => `${name}.npy`));
      for (const [name, bytes] of Object.entries(members)) {
        const member = await archive.open(`${name}.npy`);
        const own = await member?.bytes.read(member.at, member.end - member.at);
        member?.checksum?.add(own as Uint8Array);
        member?.checksum?.compare();
        expect(Buffer.from(own as Uint8Array).toString('base64'), name).toBe(bytes);
      }
    }
  });
});

it('integers beyond 2^53 are kept', async () => {
  const { file = '' } = cases.find(({ name }) => name.startsWith('csr beyond 2^53')) ?? {};
  const { integers, values } = sciPyEntries(await readSciPyNpz(fromBase64(file)));
  expect([...(integers ?? [])]).toEqual([2n ** 53n + 1n, -(2n ** 63n), 7n]);
  expect(values[0]).toBe(2 ** 53);
});

it('what is stored, not deflated, is used where it lies', async () => {
  const { file = '' } =
    cases.find(({ name }) => name === 'csr unsorted, i4, stored' || name === 'csr f4, i4, stored') ?? {};
  const written = await joined(writeSciPyNpz(await readSciPyNpz(fromBase64(file))));
  const own = await readSciPyNpz(written);
  expect(own.arrays['data']?.data.buffer).toBe(written.buffer);
  expect(sciPyEntries(own).positions?.colIndex.buffer).toBe(written.buffer);
});

it('written files equal the files that SciPy read, array by array', async () => {
  for (const { name, file } of cases) {
    const bytes = await joined(writeSciPyNpz(await readSciPyNpz(fromBase64(file))));
    expect(createHash('sha256').update(bytes).digest('hex'), `${name}: verify it again with tools/read-back.ts`).toBe(
      readBack.sha256[name],
    );
  }
});
