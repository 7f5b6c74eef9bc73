import type { BackendDriver, OpenOptions } from '@spmv/core';
import { createCudaArray } from './cuda-array.ts';
import type { CudaVector } from './cuda-vector.ts';
import { createCudaVector } from './cuda-vector.ts';
import { equipDevice } from './equip-device.ts';
import type { Addon } from './native/addon.ts';
import { loadAddon } from './native/load-addon.ts';
import { withSpmvErrors, withSpmvErrorsAsync } from './native/native-error.ts';
import { openDevice, openList } from './open-device.ts';
import { resolveOptions } from './open-options.ts';
import { prepareCudaPieces } from './pieces.ts';
import { openSeveral } from './several/driver.ts';
import type { CudaOperator } from './driver-operator.ts';
import { nativeOperands } from './driver-operator.ts';
import { prepareCudaOperator } from './operator.ts';
import { createSmallBuffers } from './small-buffers.ts';
import type { ProgressListener } from './transfers.ts';

/** Opens one device, or several as one. Errors: `BACKEND.UNAVAILABLE`, `BACKEND.FAILED`, `KERNEL.LOAD_FAILED` when nothing was compiled for it. */
export async function openCudaDriver(
  options: OpenOptions,
  progress: ProgressListener | undefined,
  addon: Addon = loadAddon(),
): Promise<BackendDriver> {
  const { memoryBytes, overlap } = resolveOptions(options);
  const several = openList(addon, options);
  if (several) return openSeveral(addon, { ...several, memoryBytes, overlap, progress });
  const equipped = await equipDevice(addon, openDevice(addon, options, memoryBytes), progress);
  const { host, routines, info } = equipped;
  const { device } = host;
  const small = createSmallBuffers(device);
  return {
    device: info,
    freesInOrder: true,
    prepare: (request) => prepareCudaOperator(host, request),
    prepareStripes: (stripes) => prepareCudaPieces(host, stripes),
    createVector: (length, precision, gaps) => createCudaVector(device, length, precision, gaps, small),
    createArray: async (what, element, length) => createCudaArray(device, what, element, length),
    scale: (y, beta, imaginary = 0) =>
      withSpmvErrors(() => routines.scaler(y as CudaVector).run((y as CudaVector).buffer, beta, imaginary)),
    sequence: (steps) =>
      withSpmvErrors(() => {
        const operator = device.sequence(
          steps.map((step) =>
            'operator' in step
              ? [(step.operator as CudaOperator).native, ...nativeOperands(step.buffers, step.scalars)]
              : [
                  routines.scaler(step.scale as CudaVector),
                  (step.scale as CudaVector).buffer,
                  step.factor,
                  step.imaginary,
                ],
          ),
        );
        return { run: () => withSpmvErrors(() => operator.run()), dispose: () => operator.dispose() };
      }),
    finish: () => withSpmvErrorsAsync(() => device.finish()),
    async dispose() {
      try {
        await withSpmvErrorsAsync(() => device.finish());
      } finally {
        equipped.dispose();
      }
    },
  };
}
