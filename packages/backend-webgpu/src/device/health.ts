import { SpmvError } from '@spmv/core';
import type { GpuDevice } from '../gpu/gpu-types.ts';

/** What has gone wrong with a device since it was opened. */
export interface Health {
  /** Throws `BACKEND.DEVICE_LOST` for ever once the device is gone, and an error nobody waited for once, at the next opportunity. */
  check(): void;
  /** Throws what an operation that failed comes of: the loss of the device, which may be told after what fails by it; else as `check`, else the cause. */
  blame(cause: unknown): Promise<never>;
  /** Does what may be refused later: on a device that others use, too, what is refused of this alone is an error of the next call. */
  guard(work: () => void): void;
  /** The device is about to be destroyed on purpose. */
  expectLoss(): void;
}

/** Milliseconds in which a browser whose GPU process has ended tells of the loss after rejecting what was in flight. */
const LOSS_COMES_MS = 1000;

/** Listens to a device: losses and errors arrive between calls, not from them. Errors of a borrowed one are heard where they were guarded. */
export function watchHealth(device: GpuDevice, name: string, borrowed: boolean): Health {
  let lost: SpmvError | undefined;
  let pending: SpmvError | undefined;
  let expected = false;
  const wait = async (): Promise<void> => {
    const { reason, message } = await device.lost;
    if (expected) return;
    lost = new SpmvError('BACKEND.DEVICE_LOST', `${name} was lost (${reason}): ${message}`, {
      fix: 'Dispose of this backend and open it again; a kernel that ran too long or a driver that was reset are the usual causes.',
      details: { device: name, reason },
    });
  };
  const told = wait();
  if (!borrowed) {
    device.addEventListener('uncapturederror', ({ error }) => {
      pending ??= deviceError(name, error.message, /memory/iu.test(error.constructor.name));
    });
  }
  const hear = async (kind: 'out-of-memory' | 'validation'): Promise<void> => {
    // A device that is lost says so by itself.
    const error = await device.popErrorScope().catch(() => null);
    if (error !== null) pending ??= deviceError(name, error.message, kind === 'out-of-memory', borrowed);
  };
  function check(): void {
    if (lost) throw lost;
    if (!pending) return;
    const error = pending;
    pending = undefined;
    throw error;
  }
  return {
    check,
    async blame(cause) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LOSS_COMES_MS);
      });
      await Promise.race([told, patience]);
      clearTimeout(timer);
      check();
      throw cause;
    },
    guard(work) {
      if (!borrowed) {
        work();
        return;
      }
      device.pushErrorScope('validation');
      device.pushErrorScope('out-of-memory');
      try {
        work();
      } finally {
        void hear('out-of-memory');
        void hear('validation');
      }
    },
    expectLoss() {
      expected = true;
    },
  };
}

/** An error with the driver's words. */
export function deviceError(name: string, words: string, outOfMemory: boolean, borrowed = false): SpmvError {
  return outOfMemory
    ? new SpmvError('BACKEND.OUT_OF_MEMORY', `${name} is out of memory: ${words}`, {
        fix: 'Dispose of operators and vectors no longer needed, or choose a smaller format.',
        details: { device: name },
      })
    : new SpmvError('BACKEND.FAILED', `${name}: ${words}`, {
        fix: `${borrowed ? 'A GPUBuffer of yours that is destroyed, mapped or of another device is refused like this: give one that is neither. Else report' : 'Report'} this with the kernel's id and the device: WebGPU refused what the backend or the kernel asked of it.`,
        details: { device: name },
      });
}
