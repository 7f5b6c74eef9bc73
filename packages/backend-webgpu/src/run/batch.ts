import type { DeviceSession } from '../device/device-session.ts';
import type { GpuBindGroup, GpuBuffer, GpuCommandEncoder } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { createBuffer } from '../memory/buffers.ts';
import type { Recording, Step } from './step.ts';
import { createRecording, encodeSteps } from './step.ts';

/** Scalars in the uniform of binding 0: four f32 and a u32. */
export const SCALAR_BYTES = 20;

/** Dynamic offsets are multiples of this on every device. */
const SLOT_BYTES = 256;
const SLOT_WORDS = SLOT_BYTES / 4;
/** Different pairs of alpha and beta in one submission. */
const SLOTS = 64;
/** Products in one submission: it costs tens of µs, but the device waits while the next one is still being collected. */
const MOST_PRODUCTS = 32;

/** Products collected into one submission. */
export interface Batch {
  /** The buffer of binding 0. */
  readonly scalars: GpuBuffer;
  /** Adds a product; submits when many are collected. */
  add(steps: readonly Step[], groups: readonly GpuBindGroup[], alpha: number, beta: number): void;
  /** Submits what is collected, so that whatever the queue is given next comes after it. */
  flush(): void;
  /** Submits, and sets the scalars of the first place for commands encoded elsewhere; their offset is 0. */
  setScalars(alpha: number, beta: number): void;
  dispose(): void;
}

/** What f32 leaves of `value`; nothing of infinity. */
function lowWord(value: number): number {
  const high = Math.fround(value);
  return Number.isFinite(high) ? value - high : 0;
}

/** A batch for one device. */
export async function createBatch(session: DeviceSession): Promise<Batch> {
  const { device, health } = session;
  const scalars = await createBuffer(
    session,
    'the scalars',
    SLOTS * SLOT_BYTES,
    BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
  );
  const words = new Float32Array(SLOTS * SLOT_WORDS);
  const offset = new Uint32Array(1);
  let encoder: GpuCommandEncoder | undefined;
  let recording: Recording | undefined;
  let used = 0;
  let products = 0;
  let lastAlpha = 0;
  let lastBeta = 0;

  function setSlot(alpha: number, beta: number): void {
    const at = used * SLOT_WORDS;
    words[at] = alpha;
    words[at + 1] = beta;
    words[at + 2] = lowWord(alpha);
    words[at + 3] = lowWord(beta);
    offset[0] = used * SLOT_BYTES;
    lastAlpha = alpha;
    lastBeta = beta;
    used++;
  }

  function flush(): void {
    if (!recording || !encoder) return;
    const collected = { pass: recording.pass, encoder, bytes: used * SLOT_BYTES };
    // Forgotten first: what cannot be submitted is not tried again.
    recording = undefined;
    encoder = undefined;
    used = 0;
    products = 0;
    collected.pass.end();
    device.queue.writeBuffer(scalars, 0, words.buffer, 0, collected.bytes);
    device.queue.submit([collected.encoder.finish()]);
  }

  return {
    scalars,
    flush,
    add(steps, groups, alpha, beta) {
      health.check();
      if (products >= MOST_PRODUCTS) flush();
      const same = used > 0 && Object.is(alpha, lastAlpha) && Object.is(beta, lastBeta);
      if (!same && used === SLOTS) flush();
      if (!same || used === 0) setSlot(alpha, beta);
      if (!recording) {
        encoder = device.createCommandEncoder();
        recording = createRecording(encoder.beginComputePass());
      }
      encodeSteps(recording, steps, groups, offset);
      products++;
    },
    setScalars(alpha, beta) {
      flush();
      setSlot(alpha, beta);
      device.queue.writeBuffer(scalars, 0, words.buffer, 0, SLOT_BYTES);
      used = 0;
    },
    dispose: () => scalars.destroy(),
  };
}
