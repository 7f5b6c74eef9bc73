import type { BackendDriver } from '@spmv/core';
import { preparePlainOperator } from './operator.ts';
import type { PlainVector } from './plain-vector.ts';
import { createPlainVector, scalePlainVector } from './plain-vector.ts';

/** An opened device. No method checks its arguments: the entry in @spmv/core did, for every backend alike. */
export async function openPlainDriver(): Promise<BackendDriver> {
  return {
    device: { name: 'this JavaScript engine', kind: 'cpu', precisions: ['f64', 'f32'], capabilities: [], limits: {} },
    prepare: preparePlainOperator,
    createVector: (length, precision, gaps) => createPlainVector(length, precision, gaps),
    scale: (y, beta) => scalePlainVector(y as PlainVector, beta),
    finish: async () => {},
    dispose: async () => {},
  };
}
