import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { csr, csr64 } from '@spmv/formats';
import type { ConformanceCase } from '@spmv/testkit';
import { matrixKernelCases, pluginCases, register } from '@spmv/testkit';
import { createWasmCsr, createWasmGalerkinCsr, galerkin, plugin, spgemm } from '../src/index.ts';
import { again, FULL, manifestOf, onWorkers, runner } from '../../../tools/runner.ts';

/** Of the operations beside the product, what the quick lane tries. */
const OF_OTHERS =
  /@serial\/(?:f64\/(?:memory|nonfinite|product\/(?:wide|no-entries|one-full-row|duplicates|cancellation|power-law))|f32\/product\/power-law)$|@threads\/f64\/product\/(?:wide|power-law)$/u;
const isOther = (id: string): boolean =>
  /\/(?:spgemm-csr64|(?:spgemm-add|spgemm-masked|spgeam|galerkin)-csr)@/u.test(id);
const tried = (cases: readonly ConformanceCase[]) =>
  FULL ? cases : cases.filter(({ id }) => !isOther(id) || OF_OTHERS.test(id));

const manifest = manifestOf(import.meta.url);
register(tried(pluginCases(plugin, { manifest, backends: [serial], formats: [csr, csr64] })), runner);
// Threads change the ranges of rows, and nothing else.
register(tried(pluginCases(plugin, { manifest, backends: [threads], formats: [csr, csr64] })), onWorkers, {
  name: 'conformance on threads',
});

const kernel = createWasmCsr({ checked: true });
register(matrixKernelCases({ operation: spgemm, kernel, backend: serial, formats: [csr] }), again, {
  name: 'conformance of wasm/spgemm-csr, every access checked',
});

const triple = createWasmGalerkinCsr({ checked: true });
register(tried(matrixKernelCases({ operation: galerkin, kernel: triple, backend: serial, formats: [csr] })), again, {
  name: 'conformance of wasm/galerkin-csr, every access checked',
});
