import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { kernelCases, pluginCases, register } from '@spmv/testkit';
import { packed, plugin, wasmPacked } from '../src/index.ts';
import { again, manifestOf, runner } from '../../../tools/runner.ts';

// Two steps a lane: rows on every number of lanes, and split rows in most matrices; 32: rows on one lane.
const params = { steps: [2, 32], window: [32], threads: [3], schedule: ['balanced'], chunk: [0, 1] };

register(pluginCases(plugin, { manifest: manifestOf(import.meta.url), backends: [serial, threads], params }), runner);
register(kernelCases({ kernel: wasmPacked({ checked: true }), format: packed, backend: serial, params }), again, {
  name: 'conformance with every access checked',
});
