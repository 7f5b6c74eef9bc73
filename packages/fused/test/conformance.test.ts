import type { Kernel, PluginManifest, SparseFormat } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { sell } from '@spmv/format-sell';
import { csr } from '@spmv/formats';
import { createSession, kernelCases, pluginCases, register } from '@spmv/testkit';
import { readFileSync } from 'node:fs';
import { createWasmKernels, fused, plugin } from '../src/index.ts';
import { again, runner } from '../../../tools/runner.ts';

const manifest = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly spmv: PluginManifest }
).spmv;
// Slices in order and sorted: other points of the format are its package's to test.
const params = { C: [4, 8], sigma: [1, 256], alignment: [1], threads: [3], chunk: [0] };
const formats = [csr, sell] as readonly SparseFormat[];

register(pluginCases(plugin, { manifest, backends: [threads], formats, params }), runner, {
  name: 'conformance on three threads',
});

const checked = Object.values(createWasmKernels({ checked: true, relaxed: false })).flatMap(
  // dot-norm has what dot and norm have.
  (endings) => [endings['dot-norm'], endings.axpy] as unknown as readonly Kernel[],
);
const session = createSession(serial);
for (const kernel of checked) {
  const format = formats.find(({ id }) => id === kernel.format) as SparseFormat;
  register(kernelCases({ kernel, operation: fused, format, backend: serial, session, params }), again, {
    name: `conformance of ${kernel.id}, every access checked, without fused multiply-add`,
  });
}
