import type { Kernel, KernelContext } from '../kernel/kernel.ts';
import type { Operation } from '../operation/operation.ts';
import { operationOptions, storesMatrix } from '../operation/operation.ts';
import type { LaunchContext } from './backend-driver.ts';

/** What `Backend.prepare` decides a backend's launch parameters from, for those who enumerate them. */
export function launchContext(
  operation: Operation,
  kernel: Pick<Kernel, 'id' | 'target' | 'options'>,
  { device, matrix, sizes }: KernelContext,
): LaunchContext {
  return {
    device,
    kernel: { id: kernel.id, target: kernel.target },
    matrix: storesMatrix(operation, kernel.options) ? matrix : undefined,
    flops: operation.flops(sizes, operationOptions(operation, kernel.options)),
  };
}
