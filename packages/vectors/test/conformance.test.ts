import type { PluginManifest } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { createSession, kernelCases, pluginCases, register } from '@spmv/testkit';
import { readFileSync } from 'node:fs';
import { createWasmKernels, plugin } from '../src/index.ts';
import { listOf } from '../src/kernels/variants.ts';
import { again, runner } from '../../../tools/runner.ts';

const manifest = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly spmv: PluginManifest }
).spmv;
const params = { threads: [3], chunk: [0] };

register(pluginCases(plugin, { manifest, backends: [threads], params }), runner, {
  name: 'conformance on three threads',
});

const session = createSession(serial);
for (const kernel of listOf(createWasmKernels({ checked: true, relaxed: false }))) {
  const operation = plugin.operations?.find(({ id }) => id === kernel.operation);
  if (!operation) throw new RangeError(`no operation ${kernel.operation}`);
  register(kernelCases({ kernel, operation, backend: serial, session, params }), again, {
    name: `conformance of ${kernel.id}, every access checked, without fused multiply-add`,
  });
}
