import type { DenseGaps, DriverVector, Precision, ValueArray } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { DeviceSession } from '../device/device-session.ts';
import { deviceError } from '../device/health.ts';
import type { GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { beginBuffer, checkSize, paddedBytes } from '../memory/buffers.ts';
import type { SmallReads } from '../memory/small-reads.ts';
import { downloadValues, upload } from '../memory/transfer.ts';
import type { Batch } from './batch.ts';
import type { GroupsAt } from './bind-groups.ts';
import { groupsByPlace } from './bind-groups.ts';
import { scalarBinding } from './batch.ts';
import type { Compiler, Pipeline } from './compile.ts';
import type { Scaling } from './scaling.ts';
import { beginGaps, SCALE_BLOCK, SCALE_SCALARS } from './scaling.ts';
import type { DoubleFloatForm } from '../arithmetic/arithmetic.ts';
import type { Step } from './step.ts';
import { foldGroups } from './step.ts';

/** A vector in the device's memory. */
export interface GpuVector extends DriverVector {
  readonly buffer: GpuBuffer;
  readonly precision: Precision;
  /** Steps and bind groups of y ← βy. */
  readonly scaleSteps: readonly Step[];
  readonly scaleGroups: GroupsAt;
}

/** What vectors and operators are made with. */
export interface DeviceContext {
  readonly session: DeviceSession;
  readonly batch: Batch;
  readonly reads: SmallReads;
  readonly compiler: Compiler;
  readonly scaling: Scaling;
  /** How double-float arithmetic is written for this device; absent where it has none. */
  readonly form: DoubleFloatForm | undefined;
}

/** A zeroed vector. Errors: `BACKEND.LIMIT`; what the device says later rejects `ready`. */
export function createGpuVector(
  { session, batch, reads, scaling }: DeviceContext,
  length: number,
  precision: Precision,
  gaps?: DenseGaps,
): GpuVector & { readonly ready: Promise<void> } {
  const { device, health } = session;
  const bytes = length * PRECISIONS[precision].storedBytes;
  const what = `A vector of ${length} elements`;
  checkSize(session, what, paddedBytes(bytes), true);
  const { pipeline, layout } = scaling.pipelines.get(precision) as Pipeline;
  const folded = foldGroups(Math.ceil(length / SCALE_BLOCK), session.limits.maxComputeWorkgroupsPerDimension, what);
  const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
  const { buffer, ready: there } = beginBuffer(session, what, bytes, usage);
  const own = gaps && beginGaps(session, gaps);
  const numbers = own ?? scaling.noGaps;
  let isReady = false;
  const settle = async (): Promise<void> => {
    await Promise.all([there, own?.ready]);
    isReady = true;
  };
  const ready = settle();
  const scaleGroups = groupsByPlace((place) => [
    device.createBindGroup({
      layout,
      entries: [
        { binding: 0, resource: scalarBinding(batch.scalars, SCALE_SCALARS.length, place) },
        { binding: 1, resource: { buffer } },
        { binding: 2, resource: { buffer: numbers.buffer } },
      ],
    }),
  ]);
  /** Nothing of it waits: what follows comes after all of it. */
  const copy = async (data: ValueArray): Promise<void> => upload(session, buffer, data, precision, Infinity);
  return {
    buffer,
    precision,
    ready,
    scaleSteps: [{ pipeline, ...folded }],
    scaleGroups,
    async write(data) {
      batch.flush();
      health.check();
      if (isReady) return copy(data);
      // What is wrong with a copy into memory that is not there is told as that.
      device.pushErrorScope('validation');
      const copied = copy(data);
      const [error] = await Promise.all([device.popErrorScope(), copied, ready]);
      if (error) throw deviceError(session.name, `${what}: ${error.message}`, false);
    },
    async read(target) {
      const asked = Math.ceil(bytes / 4) * 4;
      if (reads.takes(asked)) {
        batch.flushProducts();
        health.check();
        PRECISIONS[precision].encoding.decode(await reads.read(buffer, asked), target);
        return;
      }
      batch.flush();
      health.check();
      if (!isReady) await ready;
      await downloadValues(session, buffer, precision, target);
    },
    dispose() {
      try {
        batch.flush();
      } finally {
        buffer.destroy();
        own?.buffer.destroy();
      }
    },
  };
}
