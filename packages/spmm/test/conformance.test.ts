import type { Kernel, SparseFormat } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { createSession, kernelCases, pluginCases, register } from '@spmv/testkit';
import { createWasmKernels, plugin, spmm } from '../src/index.ts';
import { CPU_KERNELS } from './product.ts';
import { again, manifestOf, runner } from '../../../tools/runner.ts';

// Slices in order and sorted, rows of packed slices whole and split: other points of these formats are their packages' to test.
const params = { C: [8], sigma: [1, 256], steps: [1, 64], window: [32], threads: [3], chunk: [0] };
const formats = [csr, ellpack, packed, sell] as readonly SparseFormat[];

function formatOf(kernel: Kernel): SparseFormat {
  const format = formats.find(({ id }) => id === kernel.format);
  if (!format) throw new RangeError(`no format '${kernel.format}'`);
  return format;
}

// Of the plugin itself; its kernels follow.
register(
  pluginCases(plugin, { manifest: manifestOf(import.meta.url), formats }).filter(({ id }) => id.includes('/plugin/')),
  runner,
  { name: 'conformance' },
);

const [alone, team] = [createSession(serial), createSession(threads)];

for (const kernel of CPU_KERNELS)
  register(
    kernelCases({ kernel, operation: spmm, format: formatOf(kernel), backend: serial, session: alone, params }),
    runner,
    { name: `conformance of ${kernel.id} on one thread, every access checked` },
  );

// How a pass divides between workers is the same in every precision.
const inF64 = [...CPU_KERNELS.filter(({ target }) => target === 'js'), ...createWasmKernels({ relaxed: false })].map(
  (kernel): Kernel => ({
    ...kernel,
    precisions: kernel.precisions.filter(({ precision, stored }) => precision === 'f64' && stored === undefined),
  }),
);
for (const kernel of inF64)
  register(
    kernelCases({ kernel, operation: spmm, format: formatOf(kernel), backend: threads, session: team, params }),
    again,
    { name: `conformance of ${kernel.id} on three threads, without fused multiply-add` },
  );
