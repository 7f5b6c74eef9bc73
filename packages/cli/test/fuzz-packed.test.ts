// Archives and packed files that were damaged, read as the command reads them. More of them: FUZZ_FILES=20000 FUZZ_SEED=2.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { isSpmvError } from '@spmv/core';
import { npyArray, plugin as interchange, writeNpy, writeSciPyNpz } from '@spmv/interchange';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, cutsAndFlips, mutated } from '@spmv/testkit';
import { CliError } from '../src/cli-error.ts';
import { loadMatrix } from '../src/matrices/load-matrix.ts';
import { matrixSource } from '../src/matrices/matrix-source.ts';
import type { Terminal } from '../src/output/terminal.ts';

const FILES = Number(process.env['FUZZ_FILES'] ?? 30);
/** Of the places where a file is cut or turned over, how many are passed over. */
const EVERY = FILES < 1000 ? 29 : 1;
const SEED = Number(process.env['FUZZ_SEED'] ?? 41);

/** [2 0; 3 4] in Harwell–Boeing, with a right-hand side. */
const BOEING = [
  'Two by two'.padEnd(72) + 'KEY'.padEnd(8),
  '             4             1             1             1             1',
  `RUA${' '.repeat(11)}             2             2             3             0`,
  '(8I10)          (8I10)          (3E26.18)           (2E12.4)            ',
  'F                         1             0',
  '         1         3         4',
  '         1         2         2',
  '2.0 3.0 4.0',
  '  5.0E+00     7.0E+00',
  '',
].join('\n');

async function joined(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
}

function tar(members: Readonly<Record<string, Uint8Array | string>>): Promise<Uint8Array> {
  return packTar(
    Object.entries(members).map(([name, body]) => ({
      header: { name, size: Buffer.byteLength(body), type: 'file' as const },
      body,
    })),
  );
}

const npz = await joined(
  writeSciPyNpz({
    format: 'csr',
    shape: { rows: 2, cols: 2 },
    isArray: false,
    arrays: {
      indptr: npyArray('i4', [3], Int32Array.of(0, 1, 2)),
      indices: npyArray('i4', [2], Int32Array.of(0, 1)),
      data: npyArray('f8', [2], Float64Array.of(1, 2)),
    },
  }),
);
const npy = await joined(writeNpy(npyArray('f8', [2, 2], Float64Array.of(1, 2, 3, 4))));
const MARKET = '%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 9\n';
/** A name beyond 100 characters, which needs a header of its own. */
const long = `${'folder/'.repeat(20)}n/n.rb`;

interface Packed {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Packs what was mutated. */
  readonly pack: (bytes: Uint8Array) => Uint8Array;
  readonly part?: string;
}

const asIs = (bytes: Uint8Array): Uint8Array => bytes;
const gzip = (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes));
const archive = await tar({ 'n/n_b.rb': 'no matrix', 'n/n.rb': BOEING });
const PACKED: readonly Packed[] = [
  { name: 'a.tar', bytes: archive, pack: asIs },
  { name: 'a.tar.gz', bytes: archive, pack: gzip },
  { name: 'b.tar.gz', bytes: gzip(archive), pack: asIs },
  { name: 'npz.tar.gz', bytes: await tar({ 'n/n.npz': npz, 'n/other.npy': npy }), pack: gzip },
  { name: 'long.tar.gz', bytes: await tar({ [long]: BOEING }), pack: gzip },
  { name: 'market.tar.gz', bytes: await tar({ 'n/n.mtx': MARKET, 'n/n.rb': BOEING }), pack: gzip },
  { name: 'rhs.tar.gz', bytes: archive, pack: gzip, part: 'rhs' },
  { name: 'c.rua.gz', bytes: gzip(new TextEncoder().encode(BOEING)), pack: asIs },
  { name: 'd.rua.gz', bytes: new TextEncoder().encode(BOEING), pack: gzip, part: 'rhs' },
  { name: 'e.npz.gz', bytes: npz, pack: gzip },
  { name: 'f.npy.gz', bytes: npy, pack: gzip },
  { name: 'twice.gz.gz', bytes: gzip(gzip(npy)), pack: asIs },
  { name: 'g.npz', bytes: npz, pack: asIs },
];
const WORDS = ['ustar', 'x', 'L', 'S', '2', '77777777777', '18 path=some/a.rb\n', '16 size=99999\n', 'n/n.rb'].map(
  (word) => new TextEncoder().encode(word),
);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fuzz-packed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const terminal = { progress: () => 0, clearProgress: () => 0, note: () => 0 } as unknown as Terminal;

/** What is wrong with how the bytes were read or refused. */
async function faultOf({ name, part, pack }: Packed, bytes: Uint8Array): Promise<string | undefined> {
  const path = join(folder, name);
  writeFileSync(path, pack(bytes));
  const before = process.cpuUsage();
  try {
    const { coo } = await loadMatrix(matrixSource(part === undefined ? path : `${path}#${part}`), {
      signal: new AbortController().signal,
      terminal,
      fileTypes: async () => interchange.files ?? [],
      reading: { matrix: {}, any: { limits: { bytes: 1 << 24, entries: 1 << 20 } } },
    });
    const { rowIndex, colIndex, shape } = coo;
    if (rowIndex.some((i) => i >= shape.rows) || colIndex.some((j) => j >= shape.cols)) return 'an entry lies outside';
  } catch (error) {
    const isKnown =
      error instanceof CliError || (isSpmvError(error) && /^(?:FILE|MMIO)\./.test(error.code) && error.fix !== '');
    if (!isKnown) return String((error as Error).stack);
  }
  const { user, system } = process.cpuUsage(before);
  return user + system > 2e6 ? `${(user + system) / 1000} ms of processor time` : undefined;
}

async function expectRead(packed: Packed, bytes: Uint8Array): Promise<void> {
  const fault = await faultOf(packed, bytes);
  if (fault !== undefined) expect([fault, gzipSync(bytes).toString('base64')]).toBeUndefined();
}

describe('damaged archives and packed files are read or refused', () => {
  it.each(PACKED)('$name', async (packed) => {
    const random = createRandom(SEED);
    for (let n = 0; n < FILES; n++) await expectRead(packed, mutated(packed.bytes, random, WORDS));
  });

  it.each(PACKED.filter(({ pack, bytes }) => pack === asIs && bytes.length < 500))(
    '$name, cut anywhere and with any bit turned over',
    async (packed) => {
      for (const bytes of cutsAndFlips(packed.bytes, EVERY)) await expectRead(packed, bytes);
    },
  );

  it('the header of an archive is refused or read with any bit turned over', async () => {
    const packed = PACKED[0] as Packed;
    const rest = packed.bytes.subarray(512);
    for (const head of cutsAndFlips(packed.bytes.subarray(0, 512), EVERY)) {
      await expectRead(packed, Uint8Array.of(...head, ...rest));
    }
  });
});
