import type { DriverVector, Precision, ValueArray } from '@spmv/core';
import { PRECISIONS, valueArray } from '@spmv/core';

/** A vector in ordinary memory. */
export interface SerialVector extends DriverVector {
  data: ValueArray;
}

/** A zeroed vector. */
export function createSerialVector(length: number, precision: Precision): SerialVector {
  const vector: SerialVector = {
    data: valueArray(PRECISIONS[precision].host, length),
    write: async (data) => vector.data.set(data),
    read: async (target) => target.set(vector.data),
    dispose() {
      vector.data = new Float64Array(0);
    },
  };
  return vector;
}

/** y ← βy, without reading y when β = 0. */
export function scaleArray(y: ValueArray, beta: number): void {
  if (beta === 0) y.fill(0);
  else for (let i = 0; i < y.length; i++) y[i] = beta * (y[i] as number);
}
