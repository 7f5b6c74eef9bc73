import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { csr } from '@spmv/formats';
import { matrixKernelCases, pluginCases, register } from '@spmv/testkit';
import { createWasmCsr, plugin, spgemm } from '../src/index.ts';
import { again, manifestOf, runner } from '../../../tools/runner.ts';

register(
  pluginCases(plugin, { manifest: manifestOf(import.meta.url), backends: [serial, threads], formats: [csr] }),
  runner,
);

const kernel = createWasmCsr({ checked: true });
register(matrixKernelCases({ operation: spgemm, kernel, backend: serial, formats: [csr] }), again, {
  name: 'conformance of wasm/spgemm-csr, every access checked',
});
