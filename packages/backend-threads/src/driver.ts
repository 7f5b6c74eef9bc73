import type { BackendDriver, OpenOptions } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { HeapVector } from '@spmv/kernels-cpu/runtime';
import {
  cpuCapabilities,
  cpuName,
  cpuPrecisions,
  createHeapArray,
  createHeapRoom,
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

/** An option in milliseconds or microseconds. Errors: `PARAM.OUT_OF_RANGE`. */
function timeOption({ options = {} }: OpenOptions, name: string, usual: number, unit: string): number {
  const given = options[name] ?? usual;
  if (typeof given === 'number' && given >= 0 && (given <= 1e9 || given === usual)) return given;
  throw new SpmvError('PARAM.OUT_OF_RANGE', `Backend 'threads': ${name} = ${given} is not possible.`, {
    fix: `Use a number of ${unit} from 0 to 1e9.`,
    details: { [name]: given },
  });
}

/** The driver behind backend `threads`. Products have ended when `apply` returns. */
export async function openThreadsDriver(options: OpenOptions, ownBytes: number = OWN_BYTES): Promise<BackendDriver> {
  const heapBytes = heapBytesOf(options, 'threads');
  const spinMicroseconds = timeOption(options, 'spinMicroseconds', SPIN_MICROSECONDS, 'microseconds');
  const startMilliseconds = timeOption(options, 'startMilliseconds', Infinity, 'milliseconds');
  const features = wasmFeatures();
  const capabilities = cpuCapabilities(features);
  const cores = await coreCount();
  const heap = createSharedHeap(heapBytes);
  const pool = createPool({
    heap,
    cores,
    readMachine: async () => readMachine(cores),
    spinMicroseconds,
    startMilliseconds,
  });
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
    room: (target) => createHeapRoom(heap, { target, ownBytes }),
    scale: (y, ...factor) => scaleVector(y as HeapVector, ...factor),
    finish: () => pool.settled(),
    dispose: () => pool.dispose(),
  };
}
