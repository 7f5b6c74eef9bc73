import type { BackendDriver, OpenOptions } from '@spmv/core';
import type { HeapVector } from '@spmv/kernels-cpu/runtime';
import {
  cpuCapabilities,
  cpuName,
  cpuPrecisions,
  createCpuThread,
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
import type { SerialHost } from './operator.ts';
import { prepareSerialOperator } from './operator.ts';

/**
 * The driver behind backend `serial`: products run to their end inside `apply`. Matrices and vectors live in one WebAssembly memory,
 * where JavaScript kernels see them as typed arrays and compiled ones have addresses; arrays of kernels that are not in WebAssembly have their own
 * memory from `ownBytes` on, or where the one memory has no room for them.
 */
export async function openSerialDriver(options: OpenOptions, ownBytes: number = OWN_BYTES): Promise<BackendDriver> {
  const heapBytes = heapBytesOf(options, 'serial');
  const features = wasmFeatures();
  const capabilities = cpuCapabilities(features);
  const heap = createSharedHeap(heapBytes);
  const host: SerialHost = {
    heap,
    loader: createWasmLoader(features),
    ownBytes,
    thread: createCpuThread(heap.memory),
  };
  return {
    device: {
      name: await cpuName(),
      kind: 'cpu',
      precisions: cpuPrecisions(capabilities),
      capabilities,
      limits: { threads: 1, maxOperandBytes: heapBytes },
    },
    prepare: (request) => prepareSerialOperator(request, host),
    createVector: (length, precision, gaps) => createHeapVector(heap, length, precision, gaps),
    createArray: async (what, element, length, target) =>
      createHeapArray(heap, what, element, length, { target, ownBytes }),
    room: (target) => createHeapRoom(heap, { target, ownBytes }),
    scale: (y, ...factor) => scaleVector(y as HeapVector, ...factor),
    finish: async () => {},
    dispose: async () => {},
  };
}
