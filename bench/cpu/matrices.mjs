// The matrices of the CPU bench: generated ones of a fixed seed beyond every cache, and every file of a folder with enough entries.
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { core, mmio, mmioNode, testkit } from './packages.mjs';

/** Values in (0.5, 1.5) from a counter hashed: not exact in f32, so that nothing profits from there being only two. */
export function randomValues(coo) {
  for (let k = 0; k < coo.values.length; k++)
    coo.values[k] = 0.5 + (Math.imul(k ^ (k >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
  return coo;
}

export const GENERATED = {
  'stencil27-96': () => randomValues(testkit.stencil27({ n: 96 })),
  'stencil27-96-exact': () => testkit.stencil27({ n: 96 }),
  'random-500k-16': () => testkit.randomUniform({ rows: 500_000, perRow: 16 }),
  'fem-band-300k': () => testkit.femBand({ rows: 300_000, block: 3, perRow: 64 }),
  'power-law-1M': () => testkit.powerLaw({ rows: 1_000_000, meanPerRow: 7.7, maxPerRow: 90_000 }),
  'grid5-1500': () => randomValues(testkit.stencil5({ n: 1500 })),
  'full-row-117k': () => testkit.oneFullRow({ rows: 117_000 }),
  'stencil27-32': () => randomValues(testkit.stencil27({ n: 32 })),
};

export function hashOf(coo) {
  const hash = createHash('sha256').update(JSON.stringify(coo.shape));
  for (const array of [coo.rowIndex, coo.colIndex, coo.values])
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return hash.digest('hex').slice(0, 16);
}

/** { name, load } of every matrix that `pattern` matches; files with fewer than `least` entries load as undefined. */
export function matrixList(folder, pattern, least) {
  const files = folder
    ? readdirSync(folder)
        .filter((file) => /\.mtx(\.gz)?$/.test(file))
        .sort()
    : [];
  const names = new Set();
  const once = files.filter((file) => {
    const name = file.replace(/\.mtx(\.gz)?$/, '');
    return !names.has(name) && names.add(name);
  });
  const stored = once.map((file) => ({
    name: file.replace(/\.mtx(\.gz)?$/, ''),
    load: async () => {
      const read = await mmioNode.readMatrixMarketFile(join(folder, file));
      if (read.header.field === 'complex') return undefined;
      const coo = mmio.toCoo(read);
      return coo.values.length >= least && coo.shape.cols > 1 ? coo : undefined;
    },
  }));
  const generated = Object.entries(GENERATED).map(([name, make]) => ({ name, load: async () => make() }));
  return [...stored, ...generated].filter(({ name }) => pattern.test(name));
}

/** CSR arrays in the file that the native peers read. */
export function writeNative(path, coo) {
  const { rows, cols } = coo.shape;
  const parts = [Int32Array.of(rows, cols, coo.values.length, 0), core.rowStartOf(coo), coo.colIndex, coo.values];
  writeFileSync(path, '');
  for (const part of parts)
    writeFileSync(path, new Uint8Array(part.buffer, part.byteOffset, part.byteLength), { flag: 'a' });
}
