import type { BackendDriver } from '@spmv/core';
import { cpuName } from './cpu-name.ts';
import { prepareJsOperator } from './js-operator.ts';
import type { SerialVector } from './serial-vector.ts';
import { createSerialVector, scaleArray } from './serial-vector.ts';

/** The driver behind backend `serial`: products run to their end inside `apply`. */
export async function openSerialDriver(): Promise<BackendDriver> {
  return {
    device: {
      name: await cpuName(),
      kind: 'cpu',
      precisions: ['f64', 'f32'],
      capabilities: [],
      limits: { threads: 1 },
    },
    operations: { spmv: prepareJsOperator },
    createVector: async (length, precision) => createSerialVector(length, precision),
    scale: (y, beta) => scaleArray((y as SerialVector).data, beta),
    finish: async () => {},
    dispose: async () => {},
  };
}
