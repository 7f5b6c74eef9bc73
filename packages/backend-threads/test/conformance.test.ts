import type { Kernel } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { createWasmKernels } from '@spmv/kernels-cpu';
import { createSession, kernelCases, pluginCases, register } from '@spmv/testkit';
import { plugin, threads } from '../src/index.ts';
import { again, manifestOf, onWorkers } from '../../../tools/runner.ts';

const known = formats.formats ?? [];

register(
  pluginCases(plugin, {
    manifest: manifestOf(import.meta.url),
    formats: known,
    params: { threads: [3], chunk: [0, 64] },
  }),
  onWorkers,
);

const session = createSession(threads);
// Bounds-checked kernels under every schedule: what a wrong range would read past its array traps here.
register(
  createWasmKernels({ checked: true }).flatMap((kernel) => {
    const format = known.find(({ id }) => id === kernel.format);
    return format
      ? kernelCases({
          kernel: kernel as Kernel,
          format,
          backend: threads,
          session,
          params: { threads: [7], chunk: [0] },
          precisions: ['f64'],
        })
      : [];
  }),
  again,
  { name: 'conformance of checked builds' },
);
