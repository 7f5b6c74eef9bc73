import { isSpmvError } from '@spmv/core';
import { expect, it } from 'vitest';
import { watchHealth } from '../src/device/health.ts';
import type { GpuDevice } from '../src/index.ts';

/** A device that is lost when it is told to be. */
function losable(): { readonly device: GpuDevice; lose(): void } {
  let lose = (): void => {};
  const lost = new Promise<{ readonly reason: string; readonly message: string }>((resolve) => {
    lose = () => resolve({ reason: 'unknown', message: 'its process has ended' });
  });
  return { device: { lost, addEventListener: () => {} } as unknown as GpuDevice, lose };
}

const FAILED = new Error('A valid external Instance reference no longer exists.');

it('what fails by a loss that is told later is that loss, for everything in flight', async () => {
  const { device, lose } = losable();
  const health = watchHealth(device, 'a device', false);
  const blamed = [1, 2].map(() => health.blame(FAILED).catch((error: unknown) => error));
  setTimeout(lose, 5);
  for (const error of await Promise.all(blamed)) expect(isSpmvError(error, 'BACKEND.DEVICE_LOST')).toBe(true);
  expect(() => health.check()).toThrow('its process has ended');
});

it('what fails on a device that is there keeps its cause', async () => {
  const health = watchHealth(losable().device, 'a device', false);
  await expect(health.blame(FAILED)).rejects.toBe(FAILED);
  health.check();
});
