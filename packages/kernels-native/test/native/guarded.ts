// Every native kernel at every level with the end of memory right after each array: what it reads or writes beyond one ends the process.
// Usage: guarded.ts [beyond] [heap]
//   beyond: claims more rows than there are, to show that the process does end
//   heap: arrays from the C library instead, for a run under AddressSanitizer
import { buildMatrix, createRegistry, storedPrecision } from '@spmv/core';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as dia } from '@spmv/format-dia';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as rowSegments } from '@spmv/format-row-segments';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { spmm } from '@spmv/spmm';
import process from 'node:process';
import { open } from '../../src/functions.ts';
import { createNativeKernels, nativeLevels } from '../../src/index.ts';
import { matricesFor, pointsOf } from './matrices.ts';
import { placerAtEnds, placerOnHeap } from './placed.ts';
import { checkProduct, checkVectors } from './products.ts';

const functions = open();
const registry = createRegistry([formats, bell, csr16, dia, hyb, packed, rowSegments, sell, symmetric]);
const words = new Set(process.argv.slice(2));
const placer = (words.has('heap') ? placerOnHeap : placerAtEnds)(functions);
const beyond = words.has('beyond') ? 131_072 : 0;

/** Around the widths of vectors and of what registers hold, and more than a sweep. */
const VECTORS = [1, 2, 3, 7, 8, 13, 32, 37, 70];
const ORDERS = [
  ['row', 'row'],
  ['column', 'column'],
  ['row', 'column'],
] as const;

let products = 0;
for (const level of nativeLevels()) {
  for (const kernel of createNativeKernels({ level })) {
    const format = registry.format(kernel.format as string);
    for (const [m, coo] of matricesFor(format).entries()) {
      for (const precision of kernel.precisions) {
        for (const params of pointsOf(format)) {
          const valueType = storedPrecision(precision) === 'f64' ? 'f64' : 'f32';
          const matrix = buildMatrix(format, coo, { valueType, params });
          for (const workers of [1, 3]) {
            const run = { kernel, precision, matrix, workers, beyond };
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
