import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { plugin as threadsPlugin, threads } from '@spmv/backend-threads';
import type { AnyCoo, Backend, BackendDescriptor, Kernel, Plugin, Precision, Registry } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { plugin as vectors } from '@spmv/vectors';
import type { System } from '../src/index.ts';
import { deviceSystem, hostSystem } from '../src/index.ts';

/** Where a matrix may be: on the host alone, and on backends with kernels of these targets. */
export interface TestedSystem {
  readonly name: string;
  open(coo: AnyCoo, precision?: Precision): Promise<{ readonly system: System; close(): Promise<void> }>;
}

/** A registry with kernels of some targets alone. */
function registryOf(targets: readonly string[], plugins: readonly Plugin[]): Registry {
  return createRegistry(
    plugins.map((plugin) => ({
      ...plugin,
      ...(plugin.kernels
        ? { kernels: plugin.kernels.filter((kernel: Kernel) => targets.includes(kernel.target)) }
        : {}),
    })),
  );
}

const onBackend = (
  name: string,
  descriptor: BackendDescriptor,
  targets: readonly string[],
  plugins: readonly Plugin[],
): TestedSystem => ({
  name,
  async open(coo, precision) {
    const backend: Backend = await openBackend(descriptor);
    const registry = registryOf(targets, [...plugins, formats, vectors]);
    const system = await deviceSystem({ backend, registry, coo, ...(precision ? { precision } : {}) });
    return {
      system,
      close: async () => {
        await system.dispose();
        await backend.dispose();
      },
    };
  },
});

export const places: readonly TestedSystem[] = [
  {
    name: 'the host',
    open: async (coo) => ({ system: await hostSystem(coo), close: async () => {} }),
  },
  onBackend('serial, JavaScript, nothing fused', serial, ['js'], [serialPlugin]),
  onBackend('serial, JavaScript', serial, ['js'], [serialPlugin, fused]),
  onBackend('serial', serial, ['js', 'wasm'], [serialPlugin, fused]),
  onBackend('threads', threads, ['js', 'wasm'], [threadsPlugin, fused]),
];
