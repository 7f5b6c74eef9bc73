import type { BackendDescriptor, Probe } from '@spmv/core';
import { isSpmvError, NO_PARAMS } from '@spmv/core';
import type { ProgressListener } from './transfers.ts';

/** What {@link cudaBackend} can be told. */
export interface CudaBackendOptions {
  /** Told of long copies to the device. */
  readonly onProgress?: ProgressListener;
}

/** Errors: `BACKEND.UNAVAILABLE`. */
async function found() {
  const [{ findDevices }, { loadAddon }] = await Promise.all([
    import('./open-device.ts'),
    import('./native/load-addon.ts'),
  ]);
  return findDevices(loadAddon());
}

async function probe(): Promise<Probe> {
  try {
    const [{ devices, driverVersion }, { deviceLabel, detailsOf }] = await Promise.all([
      found(),
      import('./device-facts.ts'),
    ]);
    return {
      available: true,
      devices: devices.map(deviceLabel),
      details: devices.map((facts) => detailsOf(facts, driverVersion)),
    };
  } catch (error) {
    if (!isSpmvError(error)) return { available: false, reason: String(error), fix: 'Report this.' };
    const reason = error.details['reason'];
    return { available: false, reason: typeof reason === 'string' ? reason : error.message, fix: error.fix };
  }
}

/** Backend `cuda` with options of its own; {@link cuda} is the one without. */
export function cudaBackend(options: CudaBackendOptions = {}): BackendDescriptor {
  return {
    kind: 'backend',
    id: 'cuda',
    title: 'NVIDIA GPU (CUDA)',
    targets: ['cuda'],
    launchParams: NO_PARAMS,
    probe,
    async open(open) {
      // What drives a device is loaded where there is one.
      await found();
      return (await import('./driver.ts')).openCudaDriver(open, options.onProgress);
    },
  };
}

/**
 * NVIDIA GPUs through the CUDA driver, opened at run time: no toolkit is needed. `open({ device: '1' })` opens another than the first
 * device; several may be open at once. `open({ device: '0,1' })` opens several as one, between which the rows of matrices are divided; `all` opens all.
 */
export const cuda: BackendDescriptor = cudaBackend();
