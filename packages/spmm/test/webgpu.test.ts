import { webgpu } from '@spmv/backend-webgpu';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { spmm, wgslCsr, wgslCsrTransposed, wgslSell, wgslTransposed } from '../src/index.ts';

// A software adapter compiles slowly: few points here, all of them on a device (tools/test-gpu).
const params = {
  blockSize: [64],
  columnsPerThread: [1, 4],
  ahead: [4, 8],
  longRow: [32],
  C: [4, 32],
  sigma: [1, 256],
  alignment: [1],
};
const session = createSession(webgpu);

register(
  [
    { kernel: wgslCsr, format: csr, precisions: ['f32', 'df64'] as const },
    { kernel: wgslCsrTransposed, format: csr, precisions: ['f32'] as const },
    { kernel: wgslSell, format: sell, precisions: ['f32'] as const },
    ...wgslTransposed.map((kernel) => ({
      kernel,
      format: [ellpack, sell, packed].find(({ id }) => id === kernel.format),
      precisions: ['f32'] as const,
    })),
  ].flatMap(({ kernel, format, precisions }) =>
    kernelCases({
      kernel: kernel as never,
      format: format as never,
      operation: spmm,
      backend: webgpu,
      session,
      params,
      precisions,
    }),
  ),
  { describe, it, skip: it.skip },
);
