import type { OpenOptions } from '@spmv/core';
import { deviceLabel } from './device-facts.ts';
import { createRoutines } from './device-routines.ts';
import { createModuleStore } from './module-store.ts';
import { allocateZeros } from './native/allocate-zeros.ts';
import { loadAddon } from './native/load-addon.ts';
import { withSpmvErrorsAsync } from './native/native-error.ts';
import { openDevice } from './open-device.ts';

/** What a device can do at most, measured now. */
export interface DeviceMeasurements {
  readonly device: string;
  /** Bytes read and written per nanosecond (GB/s) by a copy of `copyBytes` on the device, best and median of `runs`. */
  readonly copyGBs: number;
  readonly copyMedianGBs: number;
  readonly copyBytes: number;
  /** Free device memory in bytes. */
  readonly freeBytes: number;
}

/** Measures the bandwidth of a device-to-device copy: what the speed of every product is compared with. Needs twice `bytes`. */
export async function measureDevice(
  options: OpenOptions = {},
  bytes: number = 2 ** 30,
  runs = 20,
): Promise<DeviceMeasurements> {
  const addon = loadAddon();
  const { device, facts } = openDevice(addon, options);
  const owned: { dispose(): void }[] = [device];
  const own = <T extends { dispose(): void }>(made: T): T => {
    owned.push(made);
    return made;
  };
  return withSpmvErrorsAsync(async () => {
    try {
      const modules = own(createModuleStore(addon, device, facts.compute));
      const routines = own(await createRoutines(device, modules, facts.l2Bytes));
      const freeBytes = device.freeBytes();
      const x = own(allocateZeros(device, bytes, 'copy source'));
      const y = own(allocateZeros(device, bytes, 'copy target'));
      const copier = own(await routines.copier(bytes));
      const samples = (await copier.time([x, y], runs, 1, true, undefined)).sort();
      const rate = (milliseconds: number): number => (2 * bytes) / (milliseconds * 1e6);
      return {
        device: deviceLabel(facts),
        copyGBs: rate(samples[0] as number),
        copyMedianGBs: rate(samples[runs >> 1] as number),
        copyBytes: bytes,
        freeBytes,
      };
    } finally {
      for (const one of owned.toReversed()) one.dispose();
    }
  });
}
