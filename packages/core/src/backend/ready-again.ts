import { elementBytes } from '../data/element.ts';
import { isSpmvError } from '../errors/spmv-error.ts';
import type { FoundPattern, MatrixContext, MatrixKernel } from '../kernel/matrix-kernel.ts';
import type { Params } from '../params/param-space.ts';
import type { StepHost } from './run-steps.ts';
import { driveSteps } from './run-steps.ts';

/** What a kernel finds before values are computed again; where the device has no memory for it, what was found already, with nothing taken. */
export async function readyAgain(
  {
    kernel,
    context,
    kernelParams,
  }: { readonly kernel: MatrixKernel; readonly context: MatrixContext; readonly kernelParams: Params },
  host: StepHost,
  found: FoundPattern,
  scalars: Float64Array,
): Promise<FoundPattern> {
  const { memory, costs } = host;
  const before = new Set(memory.keys());
  try {
    const steps = kernel.beforeAgain?.(context, kernelParams, found);
    return steps === undefined ? found : (await driveSteps(host, steps, scalars)).result;
  } catch (error) {
    if (!isSpmvError(error, 'BACKEND.OUT_OF_MEMORY')) throw error;
    for (const [name, array] of memory) {
      if (before.has(name)) continue;
      memory.delete(name);
      costs.workBytes -= elementBytes(array.element) * array.length;
      array.dispose();
    }
    return found;
  }
}
