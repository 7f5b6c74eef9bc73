import type { DenseGaps, DriverVector, Precision, ValueArray } from '@spmv/core';
import { isGap, PRECISIONS, valueArray } from '@spmv/core';

/** A vector in ordinary memory. On a device, `data` would be a handle of it. */
export interface PlainVector extends DriverVector {
  readonly data: ValueArray;
  readonly gaps: DenseGaps | undefined;
}

/** A zeroed vector. */
export function createPlainVector(length: number, precision: Precision, gaps?: DenseGaps): PlainVector {
  const data = valueArray(PRECISIONS[precision].host, length);
  return {
    data,
    gaps,
    write: async (source) => data.set(source),
    read: async (target) => target.set(data),
    dispose: () => {},
  };
}

/** y ← βy, without reading y when β = 0. Gaps of a dense matrix are left alone. */
export function scalePlainVector({ data, gaps }: PlainVector, beta: number): void {
  for (let i = 0; i < data.length; i++)
    if (!gaps || !isGap(gaps, i)) data[i] = beta === 0 ? 0 : beta * (data[i] as number);
}
