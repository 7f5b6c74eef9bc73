import type { Kernel } from '@spmv/core';
import { createWasmKernels } from '@spmv/kernels-cpu';
import { plugin as formats } from '@spmv/formats';
import { kernelCases, pluginCases, register } from '@spmv/testkit';
import { plugin, serial } from '../src/index.ts';
import { again, FULL, manifestOf, runner } from '../../../tools/runner.ts';

const known = formats.formats ?? [];

register(pluginCases(plugin, { manifest: manifestOf(import.meta.url), formats: known }), runner);

// Each build of the WebAssembly kernels besides the default one: without fused multiply-add, and with every access checked.
const both = { checked: true, relaxed: false };
for (const build of FULL ? [{ relaxed: false }, { checked: true }, both] : [both]) {
  register(
    createWasmKernels(build).flatMap((kernel) => {
      const format = known.find(({ id }) => id === kernel.format);
      return format ? kernelCases({ kernel: kernel as Kernel, format, backend: serial }) : [];
    }),
    again,
    { name: `conformance of builds ${JSON.stringify(build)}` },
  );
}
