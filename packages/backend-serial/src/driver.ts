import type { BackendDriver } from '@spmv/core';
import { precisionsIn } from '@spmv/core';
import type { HeapVector } from '@spmv/kernels-cpu/runtime';
import {
  cpuName,
  createHeapVector,
  createSharedHeap,
  HEAP_BYTES,
  createWasmLoader,
  OWN_BYTES,
  scaleVector,
  wasmFeatures,
} from '@spmv/kernels-cpu/runtime';
import type { SerialHost } from './operator.ts';
import { prepareSerialOperator } from './operator.ts';

/**
 * The driver behind backend `serial`: products run to their end inside `apply`. Matrices and vectors live in one WebAssembly memory,
 * where JavaScript kernels see them as typed arrays; arrays of JavaScript kernels with `ownBytes` or more have their own memory.
 */
export async function openSerialDriver(ownBytes: number = OWN_BYTES): Promise<BackendDriver> {
  const features = wasmFeatures();
  const heap = createSharedHeap();
  const instances = new Map<string, WebAssembly.Instance>();
  const host: SerialHost = {
    heap,
    loader: createWasmLoader(features),
    ownBytes,
    instance(url, module) {
      const made = instances.get(url) ?? new WebAssembly.Instance(module, { env: { memory: heap.memory } });
      instances.set(url, made);
      return made;
    },
  };
  return {
    device: {
      name: await cpuName(),
      kind: 'cpu',
      precisions: precisionsIn('js'),
      capabilities: features.relaxedSimd ? ['relaxed-simd'] : [],
      limits: { threads: 1, maxOperandBytes: HEAP_BYTES },
    },
    prepare: (request) => prepareSerialOperator(request, host),
    createVector: async (length, precision, gaps) => createHeapVector(heap, length, precision, gaps),
    scale: (y, beta) => scaleVector(y as HeapVector, beta),
    finish: async () => {},
    dispose: async () => instances.clear(),
  };
}
