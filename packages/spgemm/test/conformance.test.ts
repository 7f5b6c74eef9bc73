import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { csr } from '@spmv/formats';
import { matrixKernelCases, pluginCases, register } from '@spmv/testkit';
import { createWasmCsr, plugin, spgemm } from '../src/index.ts';
import { again, manifestOf, onWorkers, runner } from '../../../tools/runner.ts';

const manifest = manifestOf(import.meta.url);
register(pluginCases(plugin, { manifest, backends: [serial], formats: [csr] }), runner);
// Threads change the ranges of rows, and nothing else.
register(pluginCases(plugin, { manifest, backends: [threads], formats: [csr] }), onWorkers, {
  name: 'conformance on threads',
});

const kernel = createWasmCsr({ checked: true });
register(matrixKernelCases({ operation: spgemm, kernel, backend: serial, formats: [csr] }), again, {
  name: 'conformance of wasm/spgemm-csr, every access checked',
});
