import { readFileSync } from 'node:fs';
import type { PluginManifest } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { kernelCases, pluginCases, register } from '@spmv/testkit';
import { packed, plugin, wasmPacked } from '../src/index.ts';
import { again, runner } from '../../../tools/runner.ts';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  spmv: PluginManifest;
};
// Two steps a lane: rows on every number of lanes, and split rows in most matrices; 32: rows on one lane.
const params = { steps: [2, 32], window: [32], threads: [3], schedule: ['balanced'], chunk: [0, 1] };

register(pluginCases(plugin, { manifest, backends: [serial, threads], params }), runner);
register(kernelCases({ kernel: wasmPacked({ checked: true }), format: packed, backend: serial, params }), again, {
  name: 'conformance with every access checked',
});
