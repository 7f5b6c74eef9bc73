import type { BackendDriver, OpenOptions } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { HeapVector } from '@spmv/kernels-cpu/runtime';
import {
  cpuCapabilities,
  cpuName,
  cpuPrecisions,
  createHeapArray,
  createHeapVector,
  createSharedHeap,
  heapBytesOf,
  createWasmLoader,
  OWN_BYTES,
  scaleVector,
  wasmFeatures,
} from '@spmv/kernels-cpu/runtime';
import { coreCount } from './cores.ts';
import type { ThreadsHost } from './operator.ts';
import { prepareThreadsOperator } from './operator.ts';
import { createPool } from './pool/pool.ts';
import { readMachine, roomFor } from './pool/room.ts';

/** Like OpenMP's default: products that follow one another within a millisecond find the workers awake. */
const SPIN_MICROSECONDS = 1000;

function spinOf({ options = {} }: OpenOptions): number {
  const given = options['spinMicroseconds'] ?? SPIN_MICROSECONDS;
  if (typeof given === 'number' && given >= 0 && given <= 1e9) return given;
  throw new SpmvError('PARAM.OUT_OF_RANGE', `Backend 'threads': spinMicroseconds = ${given} is not possible.`, {
    fix: 'Use a number of microseconds from 0 (sleep at once) to 1e9.',
    details: { spinMicroseconds: given },
  });
}

/** The driver behind backend `threads`. Products have ended when `apply` returns. */
export async function openThreadsDriver(options: OpenOptions, ownBytes: number = OWN_BYTES): Promise<BackendDriver> {
  const heapBytes = heapBytesOf(options, 'threads');
  const spinMicroseconds = spinOf(options);
  const features = wasmFeatures();
  const capabilities = cpuCapabilities(features);
  const cores = await coreCount();
  const heap = createSharedHeap(heapBytes);
  const pool = createPool({ heap, cores, readMachine: async () => readMachine(cores), spinMicroseconds });
  const room = roomFor(await readMachine(cores), 0);
  let [operators, operands] = [0, 0];
  const host: ThreadsHost = {
    heap,
    pool,
    loader: createWasmLoader(features),
    ownBytes,
    nextId: () => operators++,
    nextOperands: () => ++operands,
  };
  return {
    device: {
      name: await cpuName(),
      kind: 'cpu',
      precisions: cpuPrecisions(capabilities),
      capabilities,
      limits: { threads: Math.min(cores, room.threads), maxOperandBytes: heapBytes },
    },
    prepare: (request) => prepareThreadsOperator(request, host),
    createVector: (length, precision, gaps) => createHeapVector(heap, length, precision, gaps),
    createArray: async (what, element, length, target) =>
      createHeapArray(heap, what, element, length, { target, ownBytes }),
    scale: (y, beta, imaginary) => scaleVector(y as HeapVector, beta, imaginary),
    finish: async () => {},
    dispose: () => pool.dispose(),
  };
}
