import type { Kernel, KernelContext } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import type { CalledPasses } from '@spmv/kernel-kit';
import { calledNumber, calledPass, FORM_NAMES, fullPrecisionsOf, precisionsOf, VECTOR_PASSES } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { inAddon } from './build.ts';

function kernelOf(
  build: NativeBuild,
  operation: string,
  options: Readonly<Record<string, string>>,
  title: string,
  called: (context: KernelContext) => CalledPasses,
): Kernel<'native'> {
  return {
    kind: 'kernel',
    id: [`native/${operation}`, ...Object.values(options)].join('-'),
    operation,
    options,
    target: 'native',
    title,
    sources: [],
    precisions: [...fullPrecisionsOf('native'), ...precisionsOf('native', 2)],
    reproducibility: 'run-to-run',
    requires: ['node-api'],
    params: NO_PARAMS,
    program: (context) => {
      const { passes, ...rest } = called(context);
      return { ...rest, passes: passes.map((pass) => inAddon(build, pass)) };
    },
  };
}

/** Kernels of the operations of @spmv/vectors but `gather`: on a processor nothing is waited for that it would spare. */
export function vectorKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  const title = 'Blocks of elements, as many at a time as a vector has lanes';
  return [
    ...VECTOR_PASSES.map((pass) =>
      kernelOf(build, pass.operation, pass.options, title, (context) => calledPass(pass, context)),
    ),
    ...FORM_NAMES.map((form) =>
      kernelOf(build, 'scalar', { form }, 'One number', (context) => calledNumber(form, context)),
    ),
  ];
}
