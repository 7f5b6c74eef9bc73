import type { BackendDescriptor, SparseFormat, Kernel } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';
import { threads } from '@spmv/backend-threads';
import { webgpu } from '@spmv/backend-webgpu';
import type { ConformanceCase } from '@spmv/testkit';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { runner, triable } from '../../../tools/runner.ts';

const format = plugin.formats?.[0] as SparseFormat;
// The conformance test has all parameters on one thread; here are a few, since a software adapter compiles slowly. Threads
// differ in nothing but the ranges.
const params = { C: [4, 32], sigma: [1, 256], blockSize: [128, 256], threadsPerRow: [2] };
const threadParams = { C: [8], sigma: [256], threads: [2], schedule: ['balanced'], chunk: [0] };

function casesOn(backend: BackendDescriptor): readonly ConformanceCase[] {
  const session = createSession(backend);
  return (plugin.kernels ?? [])
    .filter((kernel): kernel is Kernel => kernel.operation === 'spmv' && backend.targets.includes(kernel.target))
    .flatMap((kernel) =>
      kernelCases({
        kernel,
        format,
        backend,
        session,
        params: backend === threads ? threadParams : params,
        precisions: ['f64', 'f32', 'df64'],
      }),
    );
}

const backends = [threads, cuda, webgpu];
register(await triable(backends, backends.flatMap(casesOn)), runner);
