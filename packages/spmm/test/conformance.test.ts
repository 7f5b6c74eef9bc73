import type { PluginManifest, SparseFormat } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { kernelCases, pluginCases, register } from '@spmv/testkit';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { createWasmKernels, plugin, spmm } from '../src/index.ts';

const manifest = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly spmv: PluginManifest }
).spmv;
const runner = { describe, it, skip: it.skip };
// Slices in order and sorted, rows of packed slices whole and split: other points of these formats are their packages' to test.
const params = { C: [8], sigma: [1, 256], steps: [1, 64], window: [32], threads: [3], chunk: [0] };
const formats = [csr, ellpack, packed, sell] as readonly SparseFormat[];

register(pluginCases(plugin, { manifest, backends: [threads], formats, params }), runner, {
  name: 'conformance on three threads',
});

for (const kernel of createWasmKernels({ checked: true, relaxed: false })) {
  const format = formats.find(({ id }) => id === kernel.format);
  if (!format) throw new RangeError(`no format '${kernel.format}'`);
  register(kernelCases({ kernel, operation: spmm, format, backend: serial, params }), runner, {
    name: `conformance of ${kernel.id}, every access checked, without fused multiply-add`,
  });
}
