// One product of every kernel and parameter corner on small skewed matrices, for compute-sanitizer to watch.
import process from 'node:process';
import { buildMatrix, enumerateParams, headerOf, judge, openBackend, spmvReference } from '@spmv/core';
import { cuda, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { powerLaw, randomVector } from '@spmv/testkit';

const formats = [...formatsPlugin.formats, ...packedPlugin.formats];
const backend = await openBackend(cuda);
const coo = powerLaw({ rows: 700, cols: 900, meanPerRow: 9, maxPerRow: 800 });
let products = 0;
let worst = 0;
for (const precision of ['f64', 'f32']) {
  const x = randomVector(900, { type: precision });
  const y0 = randomVector(700, { type: precision, seed: 3 });
  for (const kernel of cudaPlugin.kernels) {
    if (kernel.vendor) continue;
    const format = formats.find(({ id }) => id === kernel.format);
    for (const steps of format.id === 'packed' ? [2, 16] : [0]) {
      const matrix = buildMatrix(format, coo, { valueType: precision, params: steps ? { steps, window: 64 } : {} });
      const context = {
        matrix: headerOf(matrix),
        device: backend.device,
        precision: { precision, accumulator: precision },
      };
      const points = enumerateParams(kernel.params, context, kernel.id).filter(({ rejected }) => !rejected);
      // All of them before the first product: what one asks of the device for a function must not be taken from another.
      const operators = [];
      for (const { params } of points)
        operators.push(await backend.prepare({ operation: 'spmv', matrix, kernel, params }));
      for (const operator of operators) {
        const dx = await backend.vector(x);
        for (const beta of [0, 0.5]) {
          const dy = await backend.vector(y0);
          operator.apply(dx, dy, 1.5, beta);
          const result = await dy.read();
          worst = Math.max(
            worst,
            judge(result, spmvReference({ coo, x, y: y0, alpha: 1.5, beta }, precision), precision).errorRatio,
          );
          await dy.dispose();
          products++;
        }
        await dx.dispose();
        await operator.dispose();
      }
    }
  }
}
await backend.dispose();
process.stdout.write(`${products} products, largest error ratio ${worst}\n`);
process.exitCode = worst <= 1 ? 0 : 1;
