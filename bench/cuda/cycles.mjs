// A thousand prepare-apply-dispose cycles of every kernel in turn must return device memory to where it was. Usage: node bench/cuda/cycles.mjs [--cycles 1000] [--out FOLDER]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildMatrix, openBackend } from '@spmv/core';
import { cuda, measureDevice, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { powerLaw } from '@spmv/testkit';
import { hashOf } from './matrices.mjs';
import { provenance } from './provenance.mjs';

const { values: options } = parseArgs({
  options: { cycles: { type: 'string', default: '1000' }, out: { type: 'string', default: '.' } },
});
const freeBytes = async () => (await measureDevice({}, 2 ** 20, 1)).freeBytes;
const formats = [...formatsPlugin.formats, ...packedPlugin.formats];
const kernels = cudaPlugin.kernels.filter((kernel) => !kernel.vendor);
const coo = powerLaw({ rows: 3000, meanPerRow: 12, maxPerRow: 900 });
const backend = await openBackend(cuda);
const x = await backend.vector(new Float64Array(coo.shape.cols).fill(1));
const y = await backend.vector(coo.shape.rows);
const matrices = new Map(
  kernels.map((kernel) => [
    kernel.id,
    buildMatrix(
      formats.find(({ id }) => id === kernel.format),
      coo,
    ),
  ]),
);
const cycle = async (kernel) => {
  const operator = await backend.prepare({ operation: 'spmv', matrix: matrices.get(kernel.id), kernel });
  operator.apply(x, y);
  await operator.dispose();
};
for (const kernel of kernels) await cycle(kernel);
await backend.finish();
const before = await freeBytes();
const cycles = Number(options.cycles);
for (let i = 0; i < cycles; i++) await cycle(kernels[i % kernels.length]);
await backend.finish();
const after = await freeBytes();
const found = {
  ...provenance(),
  device: backend.device,
  matrix: hashOf(coo),
  cycles,
  kernels: kernels.map(({ id }) => id),
  freeBefore: before,
  freeAfter: after,
};
writeFileSync(join(options.out, 'cycles.json'), JSON.stringify(found, null, 1));
process.stdout.write(`cycles: ${cycles}, free before ${before}, after ${after}, lost ${before - after} bytes\n`);
process.exitCode = before === after ? 0 : 1;
await backend.dispose();
