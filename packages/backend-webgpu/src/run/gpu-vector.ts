import type { DenseGaps, DriverVector, Precision, ValueArray } from '@spmv/core';
import { numbersOf, PRECISIONS } from '@spmv/core';
import type { DeviceSession } from '../device/device-session.ts';
import { deviceError } from '../device/health.ts';
import type { GpuBindGroup, GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { beginBuffer, checkSize, paddedBytes } from '../memory/buffers.ts';
import type { SmallReads } from '../memory/small-reads.ts';
import { downloadValues, upload } from '../memory/transfer.ts';
import type { Batch } from './batch.ts';
import type { GroupsAt } from './bind-groups.ts';
import { groupsByPlace } from './bind-groups.ts';
import type { Compiler, Pipeline } from './compile.ts';
import type { Scaling } from './scaling.ts';
import { scalarBinding } from './scalars.ts';
import { beginGaps, SCALE_BLOCK, SCALE_SCALARS } from './scaling.ts';
import type { DoubleFloatForm } from '../arithmetic/arithmetic.ts';
import type { ReadyDispatch } from './step.ts';
import { foldGroups } from './step.ts';
import type { Clock } from './clock.ts';

/** A vector in the device's memory. */
export interface GpuVector extends DriverVector {
  readonly buffer: GpuBuffer;
  /** Where its elements begin in the buffer, and what kernels are bound to from there on, in bytes. */
  readonly offset: number;
  readonly size: number;
  readonly precision: Precision;
  /** Steps and bind groups of y ← βy. */
  readonly scaleSteps: readonly ReadyDispatch[];
  readonly scaleGroups: GroupsAt;
  /** The bind groups for scalars in another buffer. */
  scaleBind(scalars: GpuBuffer, place: number): readonly GpuBindGroup[];
}

/** What vectors and operators are made with. */
export interface DeviceContext {
  readonly session: DeviceSession;
  readonly batch: Batch;
  readonly reads: SmallReads;
  readonly clock: Clock;
  readonly compiler: Compiler;
  readonly scaling: Scaling;
  /** How double-float arithmetic is written for this device; absent where it has none. */
  readonly form: DoubleFloatForm | undefined;
}

/** Memory of a vector. */
interface VectorMemory extends Pick<GpuVector, 'buffer' | 'offset' | 'size'> {
  /** What says which elements are gaps. */
  readonly gaps: GpuBuffer;
  /** Absent where the memory is there. */
  readonly there: Promise<void> | undefined;
  release(): void;
}

/** Throws `BACKEND.LIMIT` where the device cannot bind or scale so many elements. What scales them. */
function scaleStep(
  { session, scaling }: DeviceContext,
  length: number,
  precision: Precision,
): ReadyDispatch & Pipeline {
  const what = `A vector of ${length} elements`;
  checkSize(session, what, paddedBytes(length * PRECISIONS[precision].storedBytes), true);
  const folded = foldGroups(Math.ceil(length / SCALE_BLOCK), session.limits.maxComputeWorkgroupsPerDimension, what);
  return { ...(scaling.pipelines.get(precision) as Pipeline), ...folded };
}

/** A vector in memory that is there, or will be. */
function vectorAt(
  deviceContext: DeviceContext,
  place: VectorMemory,
  step: ReadyDispatch & Pipeline,
  length: number,
  precision: Precision,
): GpuVector {
  const { session, batch, reads } = deviceContext;
  const { device, health } = session;
  const { buffer, offset, size, gaps, there } = place;
  const bytes = length * PRECISIONS[precision].storedBytes;
  let isReady = there === undefined;
  const settle = async (): Promise<void> => {
    await there;
    isReady = true;
  };
  const ready = there && settle();
  const scaleBind = (scalars: GpuBuffer, at: number): readonly GpuBindGroup[] => [
    device.createBindGroup({
      layout: step.layout,
      entries: [
        { binding: 0, resource: scalarBinding(scalars, numbersOf(precision, SCALE_SCALARS.length), at) },
        { binding: 1, resource: { buffer, offset, size } },
        { binding: 2, resource: { buffer: gaps } },
      ],
    }),
  ];
  /** Nothing of it waits: what follows comes after all of it. */
  const copy = async (data: ValueArray): Promise<void> => upload(session, buffer, data, precision, Infinity, offset);
  return {
    buffer,
    offset,
    size,
    precision,
    ...(ready ? { ready } : {}),
    scaleSteps: [step],
    scaleGroups: groupsByPlace((at) => scaleBind(batch.scalars, at)),
    scaleBind,
    async write(data) {
      batch.flush();
      health.check();
      if (isReady) return copy(data);
      // What is wrong with a copy into memory that is not there is told as that.
      device.pushErrorScope('validation');
      const copied = copy(data);
      const [error] = await Promise.all([device.popErrorScope().catch(health.blame), copied, ready]);
      if (error) throw deviceError(session.name, `A vector of ${length} elements: ${error.message}`, false);
    },
    async read(target) {
      const asked = Math.ceil(bytes / 4) * 4;
      if (reads.takes(asked)) {
        batch.flushProducts();
        health.check();
        PRECISIONS[precision].encoding.decode(await reads.read(buffer, offset, asked), target);
        return;
      }
      batch.flush();
      health.check();
      if (!isReady) await ready;
      await downloadValues(session, buffer, precision, target, offset);
    },
    dispose() {
      try {
        batch.flush();
      } finally {
        place.release();
      }
    },
  };
}

/** A zeroed vector. Errors: `BACKEND.LIMIT`; what the device says later rejects `ready`. */
export function createGpuVector(
  deviceContext: DeviceContext,
  length: number,
  precision: Precision,
  gaps?: DenseGaps,
): GpuVector {
  const { session, scaling } = deviceContext;
  const step = scaleStep(deviceContext, length, precision);
  const bytes = length * PRECISIONS[precision].storedBytes;
  const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
  const { buffer, ready } = beginBuffer(session, `A vector of ${length} elements`, bytes, usage);
  const own = gaps && beginGaps(session, gaps);
  const both = async (): Promise<void> => void (await Promise.all([ready, own?.ready]));
  const release = (): void => {
    buffer.destroy();
    own?.buffer.destroy();
  };
  const place = { buffer, offset: 0, size: buffer.size, gaps: (own ?? scaling.noGaps).buffer, there: both(), release };
  return vectorAt(deviceContext, place, step, length, precision);
}

/** A vector over `length` elements of a buffer of the caller's, which `release` lets go of. Nothing beyond them is bound. Errors: `BACKEND.LIMIT`. */
export function createVectorOver(
  deviceContext: DeviceContext,
  { buffer, offset }: Pick<GpuVector, 'buffer' | 'offset'>,
  length: number,
  precision: Precision,
  release: () => void,
): GpuVector {
  const step = scaleStep(deviceContext, length, precision);
  const size = length * PRECISIONS[precision].storedBytes;
  const gaps = deviceContext.scaling.noGaps.buffer;
  return vectorAt(deviceContext, { buffer, offset, size, gaps, there: undefined, release }, step, length, precision);
}
