import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isSpmvError } from '@spmv/core';
import { plugin as interchange } from '@spmv/interchange';
import * as h5wasm from 'h5wasm';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadMatrix } from '../src/matrices/load-matrix.ts';
import { matrixSource } from '../src/matrices/matrix-source.ts';
import type { Terminal } from '../src/output/terminal.ts';

/** [2 0; 3 4] in Harwell–Boeing. */
const BOEING = [
  'Two by two'.padEnd(72) + 'KEY'.padEnd(8),
  '             3             1             1             1',
  `RUA${' '.repeat(11)}             2             2             3             0`,
  '(8I10)          (8I10)          (3E26.18)           ',
  '         1         3         4',
  '         1         2         2',
  '2.0 3.0 4.0',
  '',
].join('\n');
const MARKET = '%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 9\n';

let folder = '';
const files = (): string => folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function archive(
  members: Readonly<Record<string, string>> | readonly (readonly [name: string, body: string])[],
): Promise<Uint8Array> {
  return packTar(
    (Array.isArray(members) ? members : Object.entries(members)).map(([name, body]) => ({
      header: { name, size: Buffer.byteLength(body), type: 'file' as const },
      body,
    })),
  );
}

const terminal = {
  progress: () => undefined,
  clearProgress: () => undefined,
  note: () => undefined,
} as unknown as Terminal;

async function valuesOf(
  name: string,
  bytes: Uint8Array | string,
  reading: { readonly member?: string; readonly most?: number; readonly part?: string } = {},
): Promise<unknown> {
  const path = join(files(), name);
  writeFileSync(path, bytes);
  try {
    const { coo, name: called } = await loadMatrix(
      matrixSource(reading.part === undefined ? path : `${path}#${reading.part}`),
      {
        signal: new AbortController().signal,
        terminal,
        fileTypes: async () => interchange.files ?? [],
        reading: {
          matrix: reading.member === undefined ? {} : { member: reading.member },
          any: reading.most === undefined ? {} : { limits: { bytes: reading.most } },
        },
      },
    );
    return [called, ...coo.values];
  } catch (error) {
    return isSpmvError(error) ? error.code : (error as Error).message;
  }
}

it('a file of another type may be packed by gzip', async () => {
  expect(await valuesOf('a.rua.gz', gzipSync(BOEING))).toEqual(['a', 2, 3, 4]);
  // By content: the name says nothing.
  expect(await valuesOf('b', gzipSync(BOEING))).toEqual(['b', 2, 3, 4]);
  expect(await valuesOf('c.gz', gzipSync(MARKET))).toEqual(['c', 9]);
});

it('of an archive in Rutherford–Boeing the file named as its folder is read', async () => {
  const members = { 'n/n_b.rb': 'no matrix', 'n/n.rb': BOEING };
  const tar = await archive(members);
  expect(await valuesOf('n.tar.gz', gzipSync(tar))).toEqual(['n', 2, 3, 4]);
  expect(await valuesOf('n.tar', tar)).toEqual(['n', 2, 3, 4]);
  expect(await valuesOf('m.tar.gz', gzipSync(await archive({ 'x/y.rb': BOEING })))).toBe('MMIO.ARCHIVE');
  expect(await valuesOf('m.tar.gz', gzipSync(await archive({ 'x/y.rb': BOEING })), { member: 'y' })).toEqual([
    'm',
    2,
    3,
    4,
  ]);
});

it('Matrix Market comes first where an archive has both', async () => {
  const both = await archive({ 'n/n.rb': BOEING, 'n/n.mtx': MARKET });
  expect(await valuesOf('both.tar.gz', gzipSync(both))).toEqual(['both', 9]);
});

it('an archive with the file twice is refused, of any type', async () => {
  const twice = await archive([
    ['n/n.rb', BOEING],
    ['n/n.rb', BOEING],
  ]);
  expect(await valuesOf('twice.tar.gz', gzipSync(twice))).toBe('MMIO.ARCHIVE');
});

it('what is damaged, cut or unfolds to too much is refused', async () => {
  const packed = gzipSync(BOEING);
  expect(await valuesOf('d.rua.gz', packed.subarray(0, packed.length - 12))).toBe('MMIO.GZIP');
  const changed = Buffer.from(packed);
  changed[changed.length - 6] = (changed[changed.length - 6] as number) ^ 1;
  expect(await valuesOf('d.rua.gz', changed)).toBe('MMIO.GZIP');
  expect(await valuesOf('d.rua.gz', packed, { most: 100 })).toBe('MMIO.LIMIT');
  const bomb = gzipSync(`${BOEING}${'\n'.repeat(90_000_000)}`);
  expect(await valuesOf('bomb.rua.gz', bomb)).toBe('MMIO.LIMIT');
  const cut = gzipSync(await archive({ 'n/n.rb': BOEING }));
  expect(await valuesOf('cut.tar.gz', cut.subarray(0, cut.length - 30))).toBe('MMIO.GZIP');
});

it('HDF5 is read packed or not, and its matrices are parts', async () => {
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File('/cells.h5ad', 'w');
  for (const [name, data] of [
    ['X', Float64Array.of(1, 2)],
    ['counts', Int32Array.of(3, 4)],
    ['a#b', Int32Array.of(5, 6)],
    ['c d', Int32Array.of(7, 8)],
  ] as const) {
    const group = file.create_group(name);
    group.create_attribute('encoding-type', 'csr_matrix');
    group.create_attribute('shape', BigInt64Array.of(2n, 3n));
    group.create_dataset({ name: 'data', data });
    group.create_dataset({ name: 'indices', data: Int32Array.of(2, 0) });
    group.create_dataset({ name: 'indptr', data: Int32Array.of(0, 1, 2) });
  }
  file.close();
  const bytes = FS.readFile('/cells.h5ad');
  expect(await valuesOf('cells.h5ad', bytes)).toEqual(['cells', 1, 2]);
  expect(await valuesOf('cells.h5', gzipSync(bytes), { part: 'counts' })).toEqual(['cells#counts', 3, 4]);
  expect(await valuesOf('cells.h5ad', bytes, { part: 'a#b' })).toEqual(['cells#a#b', 5, 6]);
  expect(await valuesOf('cells.h5ad', bytes, { part: 'c d' })).toEqual(['cells#c d', 7, 8]);
  expect(await valuesOf('cells.h5ad', bytes, { part: 'obs' })).toBe('FILE.UNSUPPORTED');
});

it('FILE#PART is one of several matrices in a file', async () => {
  const withVector = BOEING.replace(
    '             3             1             1             1\n',
    '             4             1             1             1             1\n',
  )
    .replace(
      '(3E26.18)           \n',
      '(3E26.18)           (2E12.4)            \nF                         1             0\n',
    )
    .concat('  5.0E+00     7.0E+00\n');
  expect(await valuesOf('v.rua', withVector)).toEqual(['v', 2, 3, 4]);
  expect(await valuesOf('v.rua', withVector, { part: 'rhs' })).toEqual(['v#rhs', 5, 7]);
  expect(await valuesOf('w.rua.gz', gzipSync(withVector), { part: 'rhs' })).toEqual([
    'w.rua.gz#rhs'.replace('.rua.gz', ''),
    5,
    7,
  ]);
  expect(await valuesOf('v.rua', withVector, { part: 'b' })).toBe('FILE.UNSUPPORTED');
  expect(await valuesOf('none.rua', BOEING, { part: 'rhs' })).toBe('FILE.UNSUPPORTED');
  expect(await valuesOf('m.mtx', MARKET, { part: 'rhs' })).toContain('no parts');
});
