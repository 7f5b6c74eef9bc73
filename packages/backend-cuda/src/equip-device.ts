import type { DeviceInfo } from '@spmv/core';
import { deviceInfoOf } from './device-facts.ts';
import type { DeviceRoutines } from './device-routines.ts';
import { createRoutines } from './device-routines.ts';
import type { OperatorHost } from './driver-operator.ts';
import { createModuleStore } from './module-store.ts';
import type { Addon } from './native/addon.ts';
import { asSpmvError } from './native/native-error.ts';
import type { OpenedDevice } from './open-device.ts';
import { createSharedArrays } from './shared-arrays.ts';
import type { ProgressListener } from './transfers.ts';

/** An opened device with what it needs to compute. */
export interface EquippedDevice {
  readonly host: OperatorHost;
  readonly routines: DeviceRoutines;
  readonly info: DeviceInfo;
  /** Gives all of it back, the device, too. */
  dispose(): void;
}

/** Equips a device, which is disposed of where that fails. Errors: `BACKEND.FAILED`, `KERNEL.LOAD_FAILED` when nothing was compiled for it. */
export async function equipDevice(
  addon: Addon,
  { device, facts, driverVersion }: OpenedDevice,
  progress: ProgressListener | undefined,
): Promise<EquippedDevice> {
  const modules = createModuleStore(addon, device, facts.compute);
  try {
    const info = deviceInfoOf(facts, driverVersion, addon.libraries(), device.freeBytes());
    const routines = await createRoutines(device, modules, facts.l2Bytes);
    return {
      host: {
        device,
        limits: info.limits,
        modules,
        shared: createSharedArrays(),
        evictor: routines.evictor,
        progress,
      },
      routines,
      info,
      dispose() {
        routines.dispose();
        modules.dispose();
        device.dispose();
      },
    };
  } catch (error) {
    modules.dispose();
    device.dispose();
    throw asSpmvError(error);
  }
}
