import { webgpu } from '@spmv/backend-webgpu';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { gemm } from '../src/index.ts';
import { wgslKernels } from '../src/kernels/wgsl-kernels.ts';

// A software adapter compiles slowly and emulates every barrier: few points here, all of them on a device (tools/test-gpu).
const params = { blockSize: [64], edge: [8] };
const session = createSession(webgpu);

register(
  wgslKernels.flatMap((kernel) =>
    kernelCases({ kernel, operation: gemm, backend: webgpu, session, params, precisions: ['f32', 'df64'] }),
  ),
  { describe, it, skip: it.skip },
);
