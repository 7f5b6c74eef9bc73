import type { Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { cudaModules } from '@spmv/kernel-kit';
import { canonicalProduct } from './canonical.ts';
import { blocksOf, cudaGemm, deepArguments, productArguments } from './cuda-launch.ts';

const BLOCK = 256;

/** One thread an element: every thread loads a row and a column, which only the caches share. */
export const cudaNaive: Kernel<'cuda', Record<never, never>> = cudaGemm({
  id: 'cuda/gemm-naive',
  title: 'One thread an element',
  params: NO_PARAMS,
  program: (context) => {
    const product = canonicalProduct(context);
    const { m, n, batch } = product;
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'naive'),
      launches: [
        {
          entryPoint: `naive_${context.precision.precision}`,
          // Elements are counted over the whole batch, in 64 bits.
          grid: blocksOf('cuda/gemm-naive', product, Math.ceil((m * n * batch) / BLOCK)),
          block: [BLOCK, 1, 1],
          sharedBytes: 0,
          arguments: { ...productArguments(product), ...deepArguments(product), batch: { i32: batch } },
        },
      ],
    };
  },
});
