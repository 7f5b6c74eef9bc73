import type { DeviceSession } from '../device/device-session.ts';
import { deviceError } from '../device/health.ts';
import type { GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE, MAP_READ } from '../gpu/usage.ts';
import { createBuffer } from './buffers.ts';

/** Bytes of the copies that are read together. */
const BLOCK_BYTES = 2 ** 12;
/** Each begins at a multiple of this. */
const ALIGNMENT = 8;
const WHAT = 'the copies to read';
const USAGE = BUFFER_USAGE.mapRead | BUFFER_USAGE.copyTarget;
/** Blocks that are kept for the next reads. */
const MOST_KEPT = 4;

/** Reads of few bytes: those asked for in one turn of the program cost the device one submission, and the host one wait. */
export interface SmallReads {
  /** Whether so many bytes are few. */
  takes(bytes: number): boolean;
  /** Bytes of a buffer from `offset` on, multiples of 4, as they are once everything submitted so far is done; what is submitted later changes nothing of them. */
  read(buffer: GpuBuffer, offset: number, bytes: number): Promise<ArrayBuffer>;
  /** Submits the copies that were asked for, before anything else is. */
  flush(): void;
  dispose(): void;
}

interface Waiting {
  readonly buffer: GpuBuffer;
  readonly offset: number;
  readonly at: number;
  readonly bytes: number;
  resolve(bytes: ArrayBuffer): void;
  reject(cause: unknown): void;
}

/** Small reads from one device, which has room for them from the beginning. Errors: as of `createBuffer`. */
export async function createSmallReads(session: DeviceSession): Promise<SmallReads> {
  const { device, health, name } = session;
  const kept: GpuBuffer[] = [await createBuffer(session, WHAT, BLOCK_BYTES, USAGE)];
  let waiting: Waiting[] = [];
  let used = 0;

  /** Tells what waits for a block that there is no room for it. */
  async function tell(made: Promise<{ readonly message: string } | null>, all: readonly Waiting[]): Promise<void> {
    // A device that is lost says so where it is read from.
    const error = await made.catch(() => null);
    if (error === null) return;
    for (const one of all) one.reject(deviceError(name, `${WHAT}: ${error.message}`, true));
  }

  function newBlock(all: readonly Waiting[]): GpuBuffer {
    device.pushErrorScope('out-of-memory');
    const block = device.createBuffer({ label: WHAT, size: BLOCK_BYTES, usage: USAGE });
    void tell(device.popErrorScope(), all);
    return block;
  }

  async function hand(block: GpuBuffer, all: readonly Waiting[], bytes: number): Promise<void> {
    try {
      await block.mapAsync(MAP_READ, 0, bytes);
      const mapped = block.getMappedRange(0, bytes);
      for (const one of all) one.resolve(mapped.slice(one.at, one.at + one.bytes));
      block.unmap();
      if (kept.length < MOST_KEPT) kept.push(block);
      else block.destroy();
    } catch (cause) {
      block.destroy();
      for (const one of all) one.reject(cause);
    }
  }

  function flush(): void {
    if (waiting.length === 0) return;
    const [all, bytes] = [waiting, used];
    waiting = [];
    used = 0;
    let block: GpuBuffer | undefined;
    try {
      block = kept.pop() ?? newBlock(all);
      const encoder = device.createCommandEncoder();
      for (const { buffer, offset, at, bytes: count } of all)
        encoder.copyBufferToBuffer(buffer, offset, block, at, count);
      device.queue.submit([encoder.finish()]);
      void hand(block, all, bytes);
    } catch (cause) {
      block?.destroy();
      for (const one of all) one.reject(cause);
    }
  }

  return {
    takes: (bytes) => bytes <= BLOCK_BYTES / 4,
    flush,
    async read(buffer, offset, bytes) {
      if (used + bytes > BLOCK_BYTES) flush();
      if (waiting.length === 0) queueMicrotask(flush);
      const at = used;
      used += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
      try {
        return await new Promise<ArrayBuffer>((resolve, reject) =>
          waiting.push({ buffer, offset, at, bytes, resolve, reject }),
        );
      } catch (cause) {
        return health.blame(cause);
      }
    },
    dispose: () => {
      for (const block of kept.splice(0)) block.destroy();
    },
  };
}
