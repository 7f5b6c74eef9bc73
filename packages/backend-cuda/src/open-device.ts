import type { OpenOptions } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { deviceLabel, findDevice } from './device-facts.ts';
import type { Addon, NativeDevice, NativeDeviceFacts } from './native/addon.ts';
import { withSpmvErrors } from './native/native-error.ts';
import { namesOfSeveral } from './several/choose-devices.ts';

function unavailable(reason: string, fix: string, details: Readonly<Record<string, unknown>> = {}): SpmvError {
  return new SpmvError('BACKEND.UNAVAILABLE', `Backend 'cuda' is unavailable: ${reason}.`, {
    fix,
    details: { reason, ...details },
  });
}

/** The driver's version and devices. Errors: `BACKEND.UNAVAILABLE` with what is missing and what to do. */
export function findDevices(addon: Addon): {
  readonly driverVersion: number;
  readonly devices: readonly NativeDeviceFacts[];
} {
  const probe = withSpmvErrors(() => addon.probe());
  if (probe.devices === undefined)
    throw unavailable(
      `no CUDA driver: ${probe.reason ?? 'unknown'}`,
      'Install the NVIDIA driver (libcuda.so.1), version 580 or later.',
    );
  if (probe.devices.length === 0)
    throw unavailable(
      'the driver finds no device',
      'Make an NVIDIA GPU visible to this process (CUDA_VISIBLE_DEVICES).',
    );
  return { driverVersion: probe.driverVersion ?? 0, devices: probe.devices };
}

function unknownDevice(wanted: string | undefined, devices: readonly NativeDeviceFacts[], list?: string): SpmvError {
  const known = devices.map(deviceLabel);
  return unavailable(
    list === undefined
      ? `it has no device '${wanted}'`
      : `it has no device '${wanted}', which is in the list '${list}'`,
    `Use one of: ${known.join(', ')}; several by their numbers with commas (0,1), or all.`,
    { device: wanted, devices: known },
  );
}

/** The devices that the options name where they name several. Errors: `BACKEND.UNAVAILABLE`. */
export function openList(
  addon: Addon,
  { device: wanted }: OpenOptions,
): { readonly facts: readonly NativeDeviceFacts[]; readonly driverVersion: number } | undefined {
  if (wanted === undefined) return undefined;
  const { driverVersion, devices } = findDevices(addon);
  const names = namesOfSeveral(devices, wanted);
  const facts = names?.map((name) => {
    const found = findDevice(devices, name);
    if (found) return found;
    throw unknownDevice(name, devices, wanted);
  });
  return facts && { facts, driverVersion };
}

/** A device, and what the driver says of it. */
export interface OpenedDevice {
  readonly device: NativeDevice;
  readonly facts: NativeDeviceFacts;
  readonly driverVersion: number;
}

/** Opens a device, of whose memory at most `memoryBytes` are taken, 0 for all. Errors: `BACKEND.FAILED`. */
export function openOrdinal(addon: Addon, { ordinal }: NativeDeviceFacts, memoryBytes: number): NativeDevice {
  return withSpmvErrors(() => new addon.Device(ordinal, memoryBytes > 0 ? memoryBytes : undefined));
}

/** Opens the device that the options name, of whose memory at most `memoryBytes` are taken, 0 for all. Errors: `BACKEND.UNAVAILABLE`, `BACKEND.FAILED`. */
export function openDevice(addon: Addon, options: OpenOptions, memoryBytes = 0): OpenedDevice {
  const { driverVersion, devices } = findDevices(addon);
  const wanted = options.device === 'all' && devices.length === 1 ? undefined : options.device;
  const facts = findDevice(devices, wanted);
  if (!facts) throw unknownDevice(wanted, devices);
  return { device: openOrdinal(addon, facts, memoryBytes), facts, driverVersion };
}
