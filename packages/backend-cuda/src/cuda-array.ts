import type { DriverArray, ElementType } from '@spmv/core';
import { elementBytes } from '@spmv/core';
import type { NativeBuffer, NativeDevice } from './native/addon.ts';
import { withSpmvErrors, withSpmvErrorsAsync } from './native/native-error.ts';

/** An array in device memory that programs find by its name. */
export interface CudaArray extends DriverArray {
  readonly buffer: NativeBuffer;
}

/** Contents are not promised. Errors: `BACKEND.OUT_OF_MEMORY`, naming it as `what`. */
export function createCudaArray(device: NativeDevice, what: string, element: ElementType, length: number): CudaArray {
  const bytes = elementBytes(element);
  const buffer = withSpmvErrors(() => device.allocate(length * bytes, what, true));
  return {
    element,
    length,
    buffer,
    write: (data) => withSpmvErrorsAsync(() => buffer.write(data, 0)),
    read: (target, begin) => withSpmvErrorsAsync(() => buffer.read(target, begin * bytes)),
    dispose: () => buffer.dispose(),
  };
}
