// Several devices that compute on the host, with the operations of solvers.
import { plugin as backendCuda } from '@spmv/backend-cuda';
import type { Backend, Kernel, Registry } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { plugin as vectors } from '@spmv/vectors';
import type { Emulated } from '../../packages/backend-cuda/test/executing-addon.ts';
import { descriptorOf, scalar, transposed } from '../../packages/backend-cuda/test/several-devices.ts';
import { EMULATED_VECTORS } from './emulated-vectors.ts';

/** Names of one to four devices. */
export const DEVICES = ['0', '0,1', '0,1,2', '0,1,2,3'] as const;

const ofCuda = (kernels: readonly Kernel[] = []): readonly Kernel[] =>
  kernels.filter(({ target, format = 'csr' }) => target === 'cuda' && format === 'csr');

/** The kernels that the devices know; products that end in sums are optional. */
export function registryOf(withFused: boolean): Registry {
  return createRegistry([
    { ...backendCuda, kernels: [scalar, transposed] },
    formats,
    { ...vectors, kernels: ofCuda(vectors.kernels) },
    ...(withFused ? [{ ...fused, kernels: ofCuda(fused.kernels) }] : []),
  ]);
}

/** Work on devices, which do theirs in an order that `seed` decides. */
export async function withDevices<T>(
  device: string,
  work: (backend: Backend) => Promise<T>,
  seed = 1,
  changed: Readonly<Record<string, Emulated>> = {},
): Promise<T> {
  const emulated = { ...EMULATED_VECTORS, ...changed };
  const backend = await openBackend(descriptorOf(device, seed, ['a', 'b', 'c', 'd'], emulated));
  try {
    return await work(backend);
  } finally {
    await backend.dispose();
  }
}
