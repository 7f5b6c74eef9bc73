import type { Backend, BackendDriver, BackendInternals } from '@spmv/core';
import { backendInternals, SpmvError } from '@spmv/core';
import type { DeviceContext } from '../run/gpu-vector.ts';

/** Under which a driver keeps what this package's functions for callers with a GPU of their own work with. */
export const CONTEXT: unique symbol = Symbol('spmv webgpu');

/** The driver of backend `webgpu`. */
export interface WebGpuDriver extends BackendDriver {
  readonly [CONTEXT]: DeviceContext;
}

/** What is behind an opened backend of this package. Errors: `OPERAND.FOREIGN`. */
export function contextOf(backend: Backend): BackendInternals & { readonly context: DeviceContext } {
  const internals = backendInternals(backend);
  const context = (internals?.driver as Partial<WebGpuDriver> | undefined)?.[CONTEXT];
  if (internals && context) return { ...internals, context };
  throw new SpmvError('OPERAND.FOREIGN', `Backend '${backend.id}' was not opened by this package.`, {
    fix: 'Give a backend that openBackend(createWebGpu({ device })) has opened.',
    details: { backend: backend.id },
  });
}
