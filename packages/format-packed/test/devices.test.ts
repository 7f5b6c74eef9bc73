import type { BackendDescriptor, SparseFormat, Kernel } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';
import { webgpu } from '@spmv/backend-webgpu';
import type { ConformanceCase } from '@spmv/testkit';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { runner, triable } from '../../../tools/runner.ts';

const format = plugin.formats?.[0] as SparseFormat;
// The conformance test has the kernels for processors; here are a few points, since a software adapter compiles slowly.
const params = {
  steps: [2, 4],
  window: [32],
  blockSize: [64, 128],
  inFlight: ['8'],
  flight: [8, 16],
  sizes: ['uniform'],
};

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
        params,
        precisions: ['f64', 'f32', 'df64'],
      }),
    );
}

const backends = [cuda, webgpu];
register(await triable(backends, backends.flatMap(casesOn)), runner);
