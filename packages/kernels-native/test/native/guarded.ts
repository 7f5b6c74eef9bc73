// Every native kernel at every level with the end of memory right after each array: what it reads or writes beyond one ends the process.
// Usage: guarded.ts [best] [beyond] [heap] [FILE.node] [FOLDER/]
//   beyond: claims more rows than there are, to show that the process does end
//   heap: arrays from the C library instead, for a run under AddressSanitizer
//   FILE.node: another build of the addon
//   FOLDER/: of matrices as stored.ts reads them, in place of small ones that lead through every way
import { buildMatrix, createRegistry, PRECISIONS, storedPrecision } from '@spmv/core';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as dia } from '@spmv/format-dia';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as rowSegments } from '@spmv/format-row-segments';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { fused } from '@spmv/fused';
import { gemm } from '@spmv/gemm';
import { spmm } from '@spmv/spmm';
import { plugin as vectors } from '@spmv/vectors';
import process from 'node:process';
import { createRequire } from 'node:module';
import { functionsOf } from '../../src/functions.ts';
import { createNativeKernels } from '../../src/index.ts';
import type { NativeAddon } from '../../src/load-addon.ts';
import { fastestFirst, loadNativeAddon } from '../../src/load-addon.ts';
import { matricesFor, pointsOf } from './matrices.ts';
import { checkOperation } from './operations.ts';
import { placerAtEnds, placerOnHeap } from './placed.ts';
import { checkDense, checkProduct, checkVectors } from './products.ts';
import { builtIn, storedMatrices } from './stored.ts';

const registry = createRegistry([formats, bell, csr16, dia, hyb, packed, rowSegments, sell, symmetric]);
const words = new Set(process.argv.slice(2));
const file = process.argv.find((word) => word.endsWith('.node'));
const addon = file === undefined ? loadNativeAddon() : (createRequire(import.meta.url)(file) as NativeAddon);
const functions = functionsOf(addon);
const placer = (words.has('heap') ? placerOnHeap : placerAtEnds)(functions);
const beyond = words.has('beyond') ? 131_072 : 0;

/** Around the widths of vectors and of what registers hold, and more than a sweep. */
const VECTORS = [1, 2, 3, 7, 8, 13, 32, 37, 70];
const ORDERS = [
  ['row', 'row'],
  ['column', 'column'],
  ['row', 'column'],
] as const;

/** Around the edges of tiles, chunks and blocks, and of a block of k. */
const DENSE = [
  { m: 1, n: 1, k: 1 },
  { m: 7, n: 50, k: 3 },
  { m: 13, n: 25, k: 260, batch: 2 },
  { m: 300, n: 3, k: 2 },
  { m: 2, n: 110, k: 31, batch: 3 },
  { m: 29, n: 41, k: 258 },
  { m: 25, n: 49, k: 386 },
] as const;

/** Too much to be packed at once in f64 on one worker. */
const LARGE = { m: 17, n: 1330, k: 513 };

/** Around the widths of vectors, four of them, and the blocks of elements. */
const ELEMENTS = [1, 2, 5, 129, 1024, 1031, 3001];

const folder = process.argv.slice(2).find((word) => word.endsWith('/'));
const stored = folder === undefined ? undefined : storedMatrices(folder);
/** More workers than one find what a worker does not know of another. */
const WORKERS = stored ? [3] : [1, 3];

let products = 0;
// `best`: at the level that this processor runs, of which the others differ in vectors' widths alone.
const best = words.has('best');
/** With `best`, one number of workers each time, another the next. */
const some = (all: readonly number[], n: number): readonly number[] => (best ? [all[n % all.length] as number] : all);
for (const level of best ? fastestFirst(addon).slice(0, 1) : addon.levels) {
  for (const kernel of createNativeKernels({ level })) {
    if (kernel.operation === 'gemm') {
      if (stored) continue;
      for (const sizes of [...DENSE, LARGE]) {
        for (const precision of kernel.precisions) {
          for (const workers of some([1, 3], products)) {
            for (const orders of sizes === LARGE ? ['rcr'] : ['rrr', 'ccr', 'rcc', 'crr']) {
              checkDense(functions, placer, { operation: gemm, kernel, precision, workers, beyond, sizes }, orders);
              products++;
            }
          }
        }
      }
      continue;
    }
    // Complex products are judged by the kit: what is placed here are real numbers.
    const precisions = kernel.precisions.filter(({ precision }) => PRECISIONS[precision].components === 1);
    const ofVectors = vectors.operations?.find(({ id }) => id === kernel.operation);
    if (ofVectors) {
      if (stored) continue;
      for (const sizes of ofVectors.id === 'scalar' ? [{}] : ELEMENTS.map((n) => ({ n }))) {
        for (const precision of precisions) {
          for (const workers of some([1, 3], products)) {
            checkOperation(functions, placer, { operation: ofVectors, kernel, precision, workers, beyond, sizes });
            products++;
          }
        }
      }
      continue;
    }
    const format = registry.format(kernel.format as string);
    for (const [m, coo] of (stored ?? matricesFor(format)).entries()) {
      for (const precision of precisions) {
        for (const params of pointsOf(format)) {
          const valueType = PRECISIONS[storedPrecision(precision)].host;
          const matrix = (stored ? builtIn : buildMatrix)(format, coo, { valueType, params });
          if (!matrix) continue;
          for (const workers of some(WORKERS, products)) {
            const run = { kernel, precision, matrix, workers, beyond };
            if (kernel.operation === 'fused') {
              checkOperation(functions, placer, { ...run, operation: fused }, coo);
              products++;
              continue;
            }
            if (kernel.operation !== 'spmm') {
              checkProduct(functions, placer, run, coo);
              products++;
              continue;
            }
            // One of the numbers of vectors for each matrix and point, so that all come up.
            for (const [o, orders] of ORDERS.entries()) {
              const vectors = VECTORS[(m * ORDERS.length + o + workers + products) % VECTORS.length] as number;
              checkVectors(functions, placer, { ...run, operation: spmm }, coo, vectors, orders);
              products++;
            }
          }
        }
      }
    }
  }
}
process.stdout.write(`${products}\n`);
