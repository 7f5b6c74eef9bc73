// The matrices that the comparison of formats is about, and what kind of matrix each is: by its numbers, not by its name.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { core, mmio, mmioNode, registry, testkit } from './packages.mjs';

/** The same pattern with values in (0.5, 1.5), from a counter hashed, so that nothing can profit from there being only two. */
function randomValues(coo) {
  for (let k = 0; k < coo.values.length; k++)
    coo.values[k] = 0.5 + (Math.imul(k ^ (k >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
  return coo;
}

/** 19 of 20 rows have `least` to `most` entries, the others up to `longest`. */
function fewLongRows({ rows, least, most, longest }) {
  const random = testkit.createRandom(7);
  const between = (low, high) => low + random.integer(high - low + 1);
  const rowLength = Int32Array.from({ length: rows }, () =>
    random.uniform() < 0.05 ? between(most + 1, longest) : between(least, most),
  );
  return testkit.rowsOfLength({ cols: rows, rowLength, seed: 7 });
}

const GENERATED = {
  'stencil27-64': () => randomValues(testkit.stencil27({ n: 64 })),
  'grid5-1000': () => randomValues(testkit.stencil5({ n: 1000 })),
  'random-300k-16': () => testkit.randomUniform({ rows: 300_000, perRow: 16 }),
  'fem-band-100k': () => testkit.femBand({ rows: 100_000, block: 3, perRow: 64 }),
  'binomial-300k-16': () => testkit.randomUniform({ rows: 300_000, density: 16 / 300_000 }),
  'few-long-rows-300k': () => fewLongRows({ rows: 300_000, least: 8, most: 12, longest: 60 }),
  'short-rows-500k': () => fewLongRows({ rows: 500_000, least: 4, most: 5, longest: 20 }),
  'power-law-500k': () => testkit.powerLaw({ rows: 500_000, meanPerRow: 6, maxPerRow: 2000 }),
};

/** Of the matrices that the tests use: regular ones, moderately skewed ones, and two graphs that are neither. */
const STORED = [
  'lap3d_40',
  'Grond4e4',
  'usroads',
  'nk_wing',
  'bcsstk16',
  'bcsstk33',
  'cage9',
  'cavity10',
  'mhd4800a',
  'memplus',
  'soc-slashdot0902_u',
];

async function readStored(folder, name) {
  return mmio.toCoo(await mmioNode.readMatrixMarketFile(join(folder, `${name}.mtx.gz`)));
}

/** { name, load } of every matrix that `pattern` matches; the stored ones where their folder is given. */
export function matrixList(folder, pattern) {
  const stored = folder ? STORED.filter((name) => existsSync(join(folder, `${name}.mtx.gz`))) : [];
  return [
    ...stored.map((name) => ({ name, load: () => readStored(folder, name) })),
    ...Object.entries(GENERATED).map(([name, make]) => ({ name, load: async () => make() })),
  ].filter(({ name }) => pattern.test(name));
}

/** First 16 hexadecimal digits of the SHA-256 of a matrix's arrays. */
export function hashOf(coo) {
  const hash = createHash('sha256').update(JSON.stringify(coo.shape));
  for (const array of [coo.rowIndex, coo.colIndex, coo.values])
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return hash.digest('hex').slice(0, 16);
}

/** Entries over stored places of a format, 1 where nothing is padded. */
function fill(structure, format, params) {
  return (
    structure.nnz /
    core.planStorage(registry.format(format), structure, params, 'f64', { maxBytes: Number.POSITIVE_INFINITY }).slots
  );
}

/**
 * Row statistics, and the kind of matrix: `regular` where no row is more than five entries longer than the mean one; `moderately skewed`
 * where ELLPACK would store more than 1.3 places an entry, yet of HYB, which holds 2/3 of the rows whole, at most a sixth is COO; else
 * `irregular`.
 */
export function factsOf(coo) {
  const structure = core.structureOf(coo);
  const { shape, nnz, rows } = structure;
  const ellpack = fill(structure, 'ellpack-r', {});
  const sell = fill(structure, 'sell', { C: 32, sigma: 4096 });
  const { scalars, arrays } = core.planStorage(registry.format('hyb'), structure, {}, 'f64', {
    maxBytes: Number.POSITIVE_INFINITY,
  });
  const cooShare = arrays.cooValues.length / nnz;
  const kind =
    rows.max <= rows.mean + 5 ? 'regular' : ellpack < 1 / 1.3 && cooShare <= 1 / 6 ? 'moderately skewed' : 'irregular';
  return {
    ...shape,
    nnz,
    mean: rows.mean,
    longest: rows.max,
    ellpackFill: ellpack,
    sellFill: sell,
    hybWidth: scalars.width,
    cooShare,
    kind,
  };
}
