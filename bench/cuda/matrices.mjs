// The matrices of the CUDA bench: generated ones of a fixed seed, and every file of a folder above a number of entries.
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { fileHash } from './provenance.mjs';
import { femBand, oneFullRow, powerLaw, randomUniform, stencil27, stencil5 } from '@spmv/testkit';

/** Name → maker. Values of the stencils are replaced by random ones, so that nothing can profit from there being only two. */
export const GENERATED = {
  'stencil27-160': () => randomValues(stencil27({ n: 160 })),
  'fem-band-1M': () => femBand({ rows: 1_000_000, block: 3, perRow: 64 }),
  'grid5-1500': () => randomValues(stencil5({ n: 1500 })),
  'random-1M-16': () => randomUniform({ rows: 1_000_000, perRow: 16 }),
  'power-law-1M': () => powerLaw({ rows: 1_000_000, meanPerRow: 2.4, maxPerRow: 4523 }),
  'power-law-4M': () => powerLaw({ rows: 4_000_000, meanPerRow: 7.7, maxPerRow: 90_000 }),
  'full-row-117k': () => oneFullRow({ rows: 117_000 }),
};

/** Entries, about: what a matrix costs, where work is dealt out. */
const ENTRIES = {
  'stencil27-160': 109e6,
  'fem-band-1M': 64e6,
  'grid5-1500': 11e6,
  'random-1M-16': 16e6,
  'power-law-1M': 3e6,
  'power-law-4M': 31e6,
  'full-row-117k': 0.3e6,
};
/** What a matrix costs however small it is, in entries. */
const FIXED_COST = 3e6;

/** The same pattern with values in (0.5, 1.5), from a counter hashed. */
function randomValues(coo) {
  for (let k = 0; k < coo.values.length; k++)
    coo.values[k] = 0.5 + (Math.imul(k ^ (k >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
  return coo;
}

/** First 16 hexadecimal digits of the SHA-256 of a matrix's arrays. */
export function hashOf(coo) {
  const hash = createHash('sha256').update(JSON.stringify(coo.shape));
  for (const array of [coo.rowIndex, coo.colIndex, coo.values]) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at += 2 ** 28) hash.update(bytes.subarray(at, at + 2 ** 28));
  }
  return hash.digest('hex').slice(0, 16);
}

/** { name, weight, load, sha256? } of every matrix that `pattern` matches; files with fewer than `least` entries load as undefined. */
export function matrixList(folder, pattern, least) {
  const generated = Object.entries(GENERATED).map(([name, make]) => ({
    name,
    weight: FIXED_COST + ENTRIES[name],
    load: async () => make(),
  }));
  const files = folder
    ? readdirSync(folder)
        .filter((file) => /\.mtx(\.gz)?$/.test(file))
        .sort()
    : [];
  const stored = files.map((file) => ({
    name: file.replace(/\.mtx(\.gz)?$/, ''),
    weight: statSync(join(folder, file)).size < 90_000 ? 1e5 : FIXED_COST + statSync(join(folder, file)).size,
    sha256: () => fileHash(join(folder, file)),
    load: async () => {
      const stored = await readMatrixMarketFile(join(folder, file));
      if (stored.header.field === 'complex') return undefined;
      const coo = toCoo(stored);
      return coo.values.length >= least && coo.shape.cols > 1 ? coo : undefined;
    },
  }));
  return [...stored, ...generated].filter(({ name }) => pattern.test(name));
}
