import type { DenseGaps, DriverVector, Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { DeviceSession } from '../device/device-session.ts';
import type { GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { checkSize, createBuffer, paddedBytes } from '../memory/buffers.ts';
import type { SmallReads } from '../memory/small-reads.ts';
import { downloadValues, upload } from '../memory/transfer.ts';
import type { Batch } from './batch.ts';
import type { GroupsAt } from './bind-groups.ts';
import { groupsByPlace } from './bind-groups.ts';
import { scalarBinding } from './batch.ts';
import type { Compiler } from './compile.ts';
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

const SCALE_BLOCK = 64;
const SCALE_SCALARS = ['beta'];

/** What vectors and operators are made with. */
export interface DeviceContext {
  readonly session: DeviceSession;
  readonly batch: Batch;
  readonly reads: SmallReads;
  readonly compiler: Compiler;
  /** How double-float arithmetic is written for this device; absent where it has none. */
  readonly form: DoubleFloatForm | undefined;
}

/** A zeroed vector. Errors: as of `createBuffer`, and `BACKEND.LIMIT` where it would not fit a binding. */
export async function createGpuVector(
  deviceContext: DeviceContext,
  length: number,
  precision: Precision,
  gaps?: DenseGaps,
): Promise<GpuVector> {
  const { session, batch, reads, compiler, form } = deviceContext;
  const bytes = length * PRECISIONS[precision].storedBytes;
  const what = `A vector of ${length} elements`;
  checkSize(session, what, paddedBytes(bytes), true);
  const { pipeline, layout } = await compiler.pipeline({
    kernel: 'scale',
    source: { kind: 'url', url: new URL('../../src/run/scale.wgsl', import.meta.url).href },
    extensions: [],
    arithmetic: { precision, form },
    scalars: SCALE_SCALARS,
    entryPoint: 'scale',
    constants: { block: SCALE_BLOCK, ...gaps },
    access: ['read_write'],
  });
  const folded = foldGroups(Math.ceil(length / SCALE_BLOCK), session.limits.maxComputeWorkgroupsPerDimension, what);
  const buffer = await createBuffer(
    session,
    what,
    bytes,
    BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget,
  );
  const scaleGroups = groupsByPlace((place) => [
    session.device.createBindGroup({
      layout,
      entries: [
        { binding: 0, resource: scalarBinding(batch.scalars, SCALE_SCALARS.length, place) },
        { binding: 1, resource: { buffer } },
      ],
    }),
  ]);
  return {
    buffer,
    precision,
    scaleSteps: [{ pipeline, ...folded }],
    scaleGroups,
    async write(data) {
      batch.flush();
      session.health.check();
      await upload(session, buffer, data, precision);
    },
    async read(target) {
      const asked = Math.ceil(bytes / 4) * 4;
      if (reads.takes(asked)) {
        batch.flushProducts();
        session.health.check();
        PRECISIONS[precision].encoding.decode(await reads.read(buffer, asked), target);
        return;
      }
      batch.flush();
      session.health.check();
      await downloadValues(session, buffer, precision, target);
    },
    dispose() {
      try {
        batch.flush();
      } finally {
        buffer.destroy();
      }
    },
  };
}
