import type { DriverArray, ElementType } from '@spmv/core';
import { elementBytes } from '@spmv/core';
import type { GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { checkSize, createBuffer, paddedBytes } from '../memory/buffers.ts';
import { downloadBytes, upload } from '../memory/transfer.ts';
import type { DeviceContext } from './gpu-vector.ts';

/** An array in device memory that programs find by its name. */
export interface GpuArray extends DriverArray {
  readonly buffer: GpuBuffer;
}

/** Contents are not promised. Errors: `BACKEND.LIMIT` where it is larger than a buffer or one binding may be, `BACKEND.OUT_OF_MEMORY`; both name it as `what`. */
export async function createGpuArray(
  { session, batch, reads }: DeviceContext,
  what: string,
  element: ElementType,
  length: number,
): Promise<GpuArray> {
  const each = elementBytes(element);
  const named = `Array '${what}' of ${length} elements`;
  checkSize(session, named, paddedBytes(length * each), 'array');
  const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
  const buffer = await createBuffer(session, named, length * each, usage);
  return {
    element,
    length,
    buffer,
    async write(data) {
      batch.flush();
      session.health.check();
      // Elements as they are: precisions that are stored otherwise have no arrays.
      await upload(session, buffer, data, element === 'f64' ? 'f64' : 'f32');
    },
    async read(target, begin) {
      const first = Math.floor((begin * each) / 4) * 4;
      const bytes = Math.ceil(((begin + target.length) * each) / 4) * 4 - first;
      const into = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
      const skipped = begin * each - first;
      const small = reads.takes(bytes);
      if (small) batch.flushProducts();
      else batch.flush();
      session.health.check();
      if (small) into.set(new Uint8Array(await reads.read(buffer, first, bytes), skipped, into.length));
      else await downloadBytes(session, buffer, first + skipped, into);
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
