import type { BackendDriver, OpenOptions } from '@spmv/core';
import type { CudaVector } from './cuda-vector.ts';
import { createCudaVector } from './cuda-vector.ts';
import { deviceInfoOf } from './device-facts.ts';
import { createRoutines } from './device-routines.ts';
import { createModuleStore } from './module-store.ts';
import type { Addon } from './native/addon.ts';
import { loadAddon } from './native/load-addon.ts';
import { asSpmvError, withSpmvErrors, withSpmvErrorsAsync } from './native/native-error.ts';
import { openDevice, openList } from './open-device.ts';
import { resolveOptions } from './open-options.ts';
import { prepareCudaPieces } from './pieces.ts';
import { openSeveral } from './several/driver.ts';
import type { CudaOperator } from './driver-operator.ts';
import { nativeOperands } from './driver-operator.ts';
import { prepareCudaOperator } from './operator.ts';
import type { ProgressListener } from './transfers.ts';

/** Opens one device, or several as one. Errors: `BACKEND.UNAVAILABLE`, `BACKEND.FAILED`, `KERNEL.LOAD_FAILED` when nothing was compiled for it. */
export async function openCudaDriver(
  options: OpenOptions,
  progress: ProgressListener | undefined,
  addon: Addon = loadAddon(),
): Promise<BackendDriver> {
  const { memoryBytes } = resolveOptions(options);
  const several = openList(addon, options);
  if (several) return openSeveral(addon, { ...several, memoryBytes, progress });
  const { device, facts, driverVersion } = openDevice(addon, options, memoryBytes);
  const modules = createModuleStore(addon, device, facts.compute);
  try {
    const free = withSpmvErrors(() => device.freeBytes());
    const info = deviceInfoOf(facts, driverVersion, addon.libraries(), free);
    const routines = await createRoutines(device, modules, facts.l2Bytes);
    const host = { device, limits: info.limits, modules, evictor: routines.evictor, progress };
    return {
      device: info,
      prepare: (request) => prepareCudaOperator(host, request),
      prepareStripes: (stripes) => prepareCudaPieces(host, stripes),
      createVector: async (length, precision, gaps) => createCudaVector(device, length, precision, gaps),
      scale: (y, beta) => withSpmvErrors(() => routines.scaler(y as CudaVector).run((y as CudaVector).buffer, beta)),
      sequence: (steps) =>
        withSpmvErrors(() => {
          const operator = device.sequence(
            steps.map((step) =>
              'operator' in step
                ? [(step.operator as CudaOperator).native, ...nativeOperands(step.buffers, step.scalars)]
                : [routines.scaler(step.scale as CudaVector), (step.scale as CudaVector).buffer, step.factor],
            ),
          );
          return { run: () => withSpmvErrors(() => operator.run()), dispose: () => operator.dispose() };
        }),
      finish: () => withSpmvErrorsAsync(() => device.finish()),
      async dispose() {
        try {
          await withSpmvErrorsAsync(() => device.finish());
        } finally {
          routines.dispose();
          modules.dispose();
          device.dispose();
        }
      },
    };
  } catch (error) {
    modules.dispose();
    device.dispose();
    throw asSpmvError(error);
  }
}
