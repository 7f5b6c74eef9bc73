import type { DriverVector, Precision, ValueArray } from '@spmv/core';
import { PRECISIONS, valueArray } from '@spmv/core';

/** A vector in ordinary memory. On a device, `data` would be a handle of it. */
export interface PlainVector extends DriverVector {
  readonly data: ValueArray;
}

/** A zeroed vector. */
export function createPlainVector(length: number, precision: Precision): PlainVector {
  const data = valueArray(PRECISIONS[precision].host, length);
  return {
    data,
    write: async (source) => data.set(source),
    read: async (target) => target.set(data),
    dispose: () => {},
  };
}

/** y ← βy, without reading y when β = 0. */
export function scalePlainVector({ data }: PlainVector, beta: number): void {
  if (beta === 0) data.fill(0);
  else for (let i = 0; i < data.length; i++) data[i] = beta * (data[i] as number);
}
