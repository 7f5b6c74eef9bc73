import { deviceLabel, findDevice } from '../device-facts.ts';
import type { NativeDeviceFacts } from '../native/addon.ts';

/** Names that mean several devices: of all of them, or those between commas. Undefined: `wanted` means one device. */
export function namesOfSeveral(devices: readonly NativeDeviceFacts[], wanted: string): readonly string[] | undefined {
  if (wanted === 'all') return devices.length > 1 ? devices.map(({ ordinal }) => String(ordinal)) : undefined;
  if (findDevice(devices, wanted) || !wanted.includes(',')) return undefined;
  return wanted.split(',').map((name) => name.trim());
}

/** `2 × NVIDIA H200 (0, 1)`. */
export function severalLabel(devices: readonly NativeDeviceFacts[]): string {
  const names = new Set(devices.map(({ name }) => name));
  const ordinals = devices.map(({ ordinal }) => ordinal).join(', ');
  return names.size === 1
    ? `${devices.length} × ${[...names].join('')} (${ordinals})`
    : devices.map(deviceLabel).join(' + ');
}
