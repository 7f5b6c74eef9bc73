// Backend `threads` whose workers never come: what a caller does while the system runs something else on every other core.
import type { BackendDescriptor } from '@spmv/core';
import type { HeapVector } from '@spmv/kernels-cpu/runtime';
import {
  createHeapVector,
  createSharedHeap,
  createWasmLoader,
  scaleVector,
  wasmFeatures,
} from '@spmv/kernels-cpu/runtime';
import { createThreadContext } from '../src/bound-operator.ts';
import { CONTROL_BYTES, controlAt } from '../src/control.ts';
import { threads } from '../src/index.ts';
import type { ThreadsHost } from '../src/operator.ts';
import { prepareThreadsOperator } from '../src/operator.ts';
import { createCaller } from '../src/pool/caller.ts';

export const withoutWorkers: BackendDescriptor = {
  ...threads,
  open: async () => {
    const heap = createSharedHeap();
    const address = heap.allocate('control', 'u8', CONTROL_BYTES);
    const control = controlAt(heap.memory.buffer, address);
    const backoff = { isActive: () => false, helped: () => {}, record: () => {} };
    const caller = createCaller({ control, spinMilliseconds: 1, backoff, checkAlive: () => {} });
    let [ids, operands] = [0, 0];
    const host: ThreadsHost = {
      heap,
      loader: createWasmLoader(wasmFeatures()),
      // Arrays of JavaScript kernels outside the heap.
      ownBytes: 1,
      pool: {
        context: createThreadContext(heap.memory, control, 0),
        load: async () => {},
        settled: async () => {},
        drop: () => {},
        run: caller.run,
        dispose: async () => {},
      },
      nextId: () => ids++,
      nextOperands: () => ++operands,
    };
    return {
      device: {
        name: 'one thread of a team',
        kind: 'cpu',
        precisions: ['f64', 'f32'],
        capabilities: [],
        limits: { threads: 8 },
      },
      prepare: (request) => prepareThreadsOperator(request, host),
      createVector: (length, precision, gaps) => createHeapVector(heap, length, precision, gaps),
      scale: (y, beta) => scaleVector(y as HeapVector, beta),
      finish: async () => {},
      dispose: async () => {},
    };
  },
};
