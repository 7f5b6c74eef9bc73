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
import process from 'node:process';
import { open } from '../../src/functions.ts';
import { createNativeKernels, nativeLevels } from '../../src/index.ts';
import { matricesFor, pointsOf } from './matrices.ts';
import { placerAtEnds, placerOnHeap } from './placed.ts';
import { checkProduct } from './products.ts';

const functions = open();
const registry = createRegistry([formats, bell, csr16, dia, hyb, packed, rowSegments, sell, symmetric]);
const words = new Set(process.argv.slice(2));
const placer = (words.has('heap') ? placerOnHeap : placerAtEnds)(functions);
const beyond = words.has('beyond') ? 131_072 : 0;

let products = 0;
for (const level of nativeLevels()) {
  for (const kernel of createNativeKernels({ level })) {
    const format = registry.format(kernel.format as string);
    for (const coo of matricesFor(format)) {
      for (const precision of kernel.precisions) {
        for (const params of pointsOf(format)) {
          const matrix = buildMatrix(format, coo, {
            valueType: storedPrecision(precision) === 'f64' ? 'f64' : 'f32',
            params,
          });
          for (const workers of [1, 3]) {
            checkProduct(functions, placer, { kernel, precision, matrix, coo, workers, beyond });
            products++;
          }
        }
      }
    }
  }
}
process.stdout.write(`${products}\n`);
