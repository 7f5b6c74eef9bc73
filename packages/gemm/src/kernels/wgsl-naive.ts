import type { Kernel } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { workgroupParams } from '@spmv/kernel-kit';
import { canonicalProduct } from './canonical.ts';
import { launchText, productDispatch, wgslGemm } from './wgsl-launch.ts';

/** One thread an element: every thread loads a row and a column, which only the caches share. */
export const wgslNaive: Kernel<'wgsl', WorkgroupParams> = wgslGemm({
  id: 'wgsl/gemm-naive',
  title: 'One thread an element',
  params: workgroupParams,
  program: (context, { blockSize }) => {
    const product = canonicalProduct(context);
    return {
      source: [launchText(), { kind: 'url', url: new URL('../../src/kernels/naive.wgsl', import.meta.url).href }],
      arithmetic: true,
      dispatches: [
        productDispatch(product, {
          entryPoint: 'naive',
          constants: { blockSize },
          groups: Math.ceil((product.m * product.n * product.batch) / blockSize),
        }),
      ],
    };
  },
});
