import type { DeviceSession } from '../device/device-session.ts';
import type { GpuBuffer, GpuCommandEncoder } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { createBuffer } from '../memory/buffers.ts';
import type { SmallReads } from '../memory/small-reads.ts';
import type { GroupsAt } from './bind-groups.ts';
import { MOST_SCALARS, putScalars, scalarWords, SLOT_BYTES } from './scalars.ts';
import type { Recording, ReadyDispatch } from './step.ts';
import { createRecording, encodeSteps } from './step.ts';

/** Different sets of scalars in one submission. */
const SLOTS = 64;
/** Products in one submission: it costs tens of µs, but the device waits while the next one is still being collected. */
export const MOST_PRODUCTS = 32;

/** A product, or several one after another with the same scalars, with everything fixed but when. */
export interface BatchedProducts {
  readonly steps: readonly ReadyDispatch[];
  readonly groups: GroupsAt;
  readonly scalars: Float64Array;
  /** How many products. At most {@link MOST_PRODUCTS}. */
  readonly products: number;
}

/** Products collected into one submission. */
export interface Batch {
  /** The buffer of binding 0. */
  readonly scalars: GpuBuffer;
  /** Adds a product, or as many as are said; submits before, when many are collected. Allocates nothing. */
  add(steps: readonly ReadyDispatch[], groups: GroupsAt, scalars: Float64Array, products?: number): void;
  /** Submits what is collected, copies that are to be read and products, so that whatever the queue is given next comes after it. */
  flush(): void;
  /** The same where products are collected: copies that are to be read without any between them stay together. */
  flushProducts(): void;
  /** Submits, and sets the scalars of place 0, for commands encoded elsewhere. */
  setScalars(scalars: Float64Array): void;
  dispose(): void;
}

/** A batch for one device. Copies of `reads` are submitted before what comes after them. */
export async function createBatch(session: DeviceSession, reads: SmallReads): Promise<Batch> {
  const { device, health } = session;
  const scalars = await createBuffer(
    session,
    'the scalars',
    SLOTS * SLOT_BYTES,
    BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
  );
  const words = scalarWords(SLOTS);
  let encoder: GpuCommandEncoder | undefined;
  let recording: Recording | undefined;
  let used = 0;
  let products = 0;
  const last = new Float64Array(MOST_SCALARS);
  let lastCount = -1;

  function setSlot(values: Float64Array): void {
    putScalars(words, used, values);
    last.set(values);
    lastCount = values.length;
    used++;
  }

  function isLast(values: Float64Array): boolean {
    if (used === 0 || values.length !== lastCount) return false;
    for (let s = 0; s < values.length; s++) if (!Object.is(values[s], last[s])) return false;
    return true;
  }

  function flushProducts(): void {
    if (!recording || !encoder) return;
    reads.flush();
    const collected = { pass: recording.pass, encoder, bytes: used * SLOT_BYTES };
    // Forgotten first: what cannot be submitted is not tried again.
    recording = undefined;
    encoder = undefined;
    used = 0;
    products = 0;
    health.guard(() => {
      collected.pass.end();
      device.queue.writeBuffer(scalars, 0, words.buffer, 0, collected.bytes);
      device.queue.submit([collected.encoder.finish()]);
    });
  }

  function flush(): void {
    flushProducts();
    reads.flush();
  }

  return {
    scalars,
    flush,
    flushProducts,
    add(steps, groups, values, more = 1) {
      health.check();
      if (products + more > MOST_PRODUCTS) flush();
      if (!isLast(values)) {
        if (used === SLOTS) flush();
        setSlot(values);
      }
      if (!recording) {
        encoder = device.createCommandEncoder();
        recording = createRecording(encoder.beginComputePass());
      }
      encodeSteps(recording, steps, groups(used - 1));
      products += more;
    },
    setScalars(values) {
      flush();
      setSlot(values);
      device.queue.writeBuffer(scalars, 0, words.buffer, 0, SLOT_BYTES);
      used = 0;
    },
    dispose: () => scalars.destroy(),
  };
}
