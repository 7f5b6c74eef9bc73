import type { Kernel, SparseFormat } from '@spmv/core';
import { webgpu } from '@spmv/backend-webgpu';
import { sell } from '@spmv/format-sell';
import { csr } from '@spmv/formats';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { fused, wgslCsr, wgslSell } from '../src/index.ts';

// A software adapter compiles slowly: few points here, all of them on a device (tools/test-gpu).
const params = { blockSize: [64], threadsPerRow: [2, 32], C: [4, 32], sigma: [1, 256], alignment: [1] };
const kernelsOf = (endings: object): readonly Kernel[] => Object.values(endings) as readonly Kernel[];
const session = createSession(webgpu);
const subject = (kernel: Kernel, format: SparseFormat, precisions: readonly ('f32' | 'df64')[]) =>
  kernelCases({ kernel, format, operation: fused, backend: webgpu, session, params, precisions });

register(
  [
    ...kernelsOf(wgslCsr).flatMap((kernel) => subject(kernel, csr as SparseFormat, ['f32', 'df64'])),
    ...kernelsOf(wgslSell).flatMap((kernel) => subject(kernel, sell as SparseFormat, ['f32'])),
  ],
  { describe, it, skip: it.skip },
);
