import type { DenseGaps, DriverVector, Precision, ValueArray } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import { asStored } from '@spmv/kernel-kit';
import type { NativeBuffer, NativeDevice } from './native/addon.ts';
import { allocateZeros } from './native/allocate-zeros.ts';
import { withSpmvErrors, withSpmvErrorsAsync } from './native/native-error.ts';
import type { Room, SmallBuffers } from './small-buffers.ts';

/** A vector in device memory. */
export interface CudaVector extends DriverVector {
  readonly buffer: NativeBuffer;
  readonly length: number;
  readonly precision: Precision;
  readonly gaps: DenseGaps | undefined;
}

/** Zeros. A copy to or from it of any size leaves the event loop free; await it before changing the host array. */
export function createCudaVector(
  device: NativeDevice,
  length: number,
  precision: Precision,
  gaps?: DenseGaps,
  small?: SmallBuffers,
): CudaVector {
  const { encoding, storedBytes, components } = PRECISIONS[precision];
  const bytes = length * storedBytes;
  const room = withSpmvErrors((): Room => {
    const shared = small?.take(bytes);
    if (shared) return shared;
    const buffer = allocateZeros(device, bytes, `vector of ${length} elements`);
    return { buffer, dispose: () => buffer.dispose() };
  });
  const { buffer } = room;
  return {
    buffer,
    length,
    precision,
    gaps,
    write: (data: ValueArray) => withSpmvErrorsAsync(() => buffer.write(asStored(data, precision), 0)),
    read: (target: ValueArray) =>
      withSpmvErrorsAsync(async () => {
        if (storedBytes === components * target.BYTES_PER_ELEMENT) return buffer.read(target, 0);
        const raw = new Uint8Array(bytes);
        await buffer.read(raw, 0);
        encoding.decode(raw.buffer, target);
      }),
    dispose: () => room.dispose(),
  };
}
