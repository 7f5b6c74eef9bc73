// One product of each named kernel, for ncu to watch. Usage: ncu ... node bench/cuda/profile.mjs MATRIX PRECISION KERNEL[?param=value&...][@formatparam=value&...]...
import process from 'node:process';
import { buildMatrix, createRegistry, openBackend } from '@spmv/core';
import { cuda, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { randomVector } from '@spmv/testkit';
import { GENERATED } from './matrices.mjs';

const [name, precision, ...specs] = process.argv.slice(2);
const registry = createRegistry([cudaPlugin, formatsPlugin, packedPlugin]);
const coo = GENERATED[name]();
const backend = await openBackend(cuda);
const x = await backend.vector(randomVector(coo.shape.cols, { type: precision }));
const y = await backend.vector(coo.shape.rows, precision);
const parse = (text) =>
  Object.fromEntries(
    (text ?? '')
      .split('&')
      .filter(Boolean)
      .map((pair) => pair.split('='))
      .map(([k, v]) => [k, Number.isNaN(Number(v)) ? v : Number(v)]),
  );
for (const spec of specs) {
  const [, id, params, formatParams] = /^([^?@]+)(?:\?([^@]*))?(?:@(.*))?$/.exec(spec);
  const kernel = registry.kernel(`cuda/${id}`);
  const matrix = buildMatrix(registry.format(kernel.format), coo, {
    params: parse(formatParams),
    valueType: precision,
  });
  const operator = await backend.prepare({ operation: 'spmv', matrix, kernel, params: parse(params) });
  operator.apply(x, y);
  await backend.finish();
  await operator.dispose();
}
await backend.dispose();
