import { deviceLabel, findDevice } from '../device-facts.ts';
import type { NativeDeviceFacts } from '../native/addon.ts';

/** The devices that `wanted` means: `all`, or some of them with commas, one more than once where it is to stand for several. Undefined: it means one device. */
export function severalDevices(
  devices: readonly NativeDeviceFacts[],
  wanted: string | undefined,
): readonly (NativeDeviceFacts | undefined)[] | undefined {
  if (wanted === 'all') return devices.length > 1 ? devices : undefined;
  if (wanted === undefined || findDevice(devices, wanted) || !wanted.includes(',')) return undefined;
  return wanted.split(',').map((name) => findDevice(devices, name.trim()));
}

/** `2 × NVIDIA H200 (0, 1)`. */
export function severalLabel(devices: readonly NativeDeviceFacts[]): string {
  const names = new Set(devices.map(({ name }) => name));
  const ordinals = devices.map(({ ordinal }) => ordinal).join(', ');
  return names.size === 1
    ? `${devices.length} × ${[...names].join('')} (${ordinals})`
    : devices.map(deviceLabel).join(' + ');
}
