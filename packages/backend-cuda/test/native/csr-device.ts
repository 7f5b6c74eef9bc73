// A backend over the addon whose only kernel is the one that fake-driver.cpp computes.
import type { BackendDescriptor, Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { cudaArguments } from '@spmv/kernel-kit';
import { createCudaVector } from '../../src/cuda-vector.ts';
import type { CudaOperator } from '../../src/driver-operator.ts';
import { nativeOperands } from '../../src/driver-operator.ts';
import type { NativeDevice } from '../../src/native/addon.ts';
import { prepareCudaOperator } from '../../src/operator.ts';
import { prepareCudaPieces } from '../../src/pieces.ts';
import { createSharedArrays } from '../../src/shared-arrays.ts';

export const csrKernel: Kernel<'cuda'> = {
  kind: 'kernel',
  id: 'cuda/csr-fake',
  operation: 'spmv',
  format: 'csr',
  target: 'cuda',
  title: '',
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  program: ({ matrix }) => ({
    kind: 'launches',
    modules: [],
    launches: [
      {
        entryPoint: 'csr',
        grid: [1, 1, 1],
        block: [32, 1, 1],
        sharedBytes: 0,
        arguments: cudaArguments(['A.rowStart', 'A.colIndex', 'A.values', 'x', 'y', 'alpha', 'beta'], {
          rows: matrix.shape.rows,
        }),
      },
    ],
  }),
};

/** Backend `cuda` on a device that the caller opened and closes. */
export function csrBackend(device: NativeDevice): BackendDescriptor {
  const module = device.load(new Uint8Array(8), 'fake');
  const host = {
    device,
    limits: { maxThreadsPerBlock: 1024 },
    modules: { load: async () => module, dispose() {} },
    shared: createSharedArrays(),
    evictor: () => Promise.reject(new Error('There is no evictor.')),
    progress: undefined,
  };
  return {
    kind: 'backend',
    id: 'cuda',
    title: '',
    targets: ['cuda'],
    launchParams: NO_PARAMS,
    probe: async () => ({ available: true, devices: [] }),
    open: async () => ({
      device: { name: 'fake', kind: 'gpu', precisions: ['f64'], capabilities: [], limits: host.limits },
      prepare: (request) => prepareCudaOperator(host, request),
      prepareStripes: (stripes) => prepareCudaPieces(host, stripes),
      createVector: (length, precision) => createCudaVector(device, length, precision),
      scale: () => {},
      sequence: (steps) => {
        const native = device.sequence(
          steps.map((step) => {
            if (!('operator' in step)) throw new Error('There is no scaler.');
            return [(step.operator as CudaOperator).native, ...nativeOperands(step.buffers, step.scalars)];
          }),
        );
        return { run: () => native.run(), dispose: () => native.dispose() };
      },
      finish: () => device.finish(),
      dispose: async () => module.dispose(),
    }),
  };
}
