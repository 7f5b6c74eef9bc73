import type { DriverVector, Precision, ValueArray } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { NativeBuffer, NativeDevice } from './native/addon.ts';
import { allocateZeros } from './native/allocate-zeros.ts';
import { withSpmvErrors, withSpmvErrorsAsync } from './native/native-error.ts';

/** A vector in device memory. */
export interface CudaVector extends DriverVector {
  readonly buffer: NativeBuffer;
  readonly length: number;
  readonly precision: Precision;
}

/** Zeros. A copy to or from it of any size leaves the event loop free; await it before changing the host array. */
export function createCudaVector(device: NativeDevice, length: number, precision: Precision): CudaVector {
  const bytes = length * PRECISIONS[precision].storedBytes;
  const buffer = withSpmvErrors(() => allocateZeros(device, bytes, `vector of ${length} elements`));
  return {
    buffer,
    length,
    precision,
    write: (data: ValueArray) => withSpmvErrorsAsync(() => buffer.write(data, 0)),
    read: (target: ValueArray) => withSpmvErrorsAsync(() => buffer.read(target, 0)),
    dispose: () => buffer.dispose(),
  };
}
