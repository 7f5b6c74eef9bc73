import type { DriverRequest, Kernel } from '@spmv/core';
import {
  buildMatrix,
  cooFromEntries,
  createRegistry,
  headerOf,
  isSpmvError,
  kernelContext,
  signatureOf,
  spmv,
  SpmvError,
} from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import type { SharedHeap } from '@spmv/kernels-cpu/runtime';
import { createCpuThread, createSharedHeap, createWasmLoader, wasmFeatures } from '@spmv/kernels-cpu/runtime';
import { expect, it } from 'vitest';
import { plugin } from '../src/index.ts';
import { prepareSerialOperator } from '../src/operator.ts';

const registry = createRegistry([formats, plugin]);
const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });

/** A heap that is full at its allocation number `last`. */
function fullAt(last: number): SharedHeap {
  const heap = createSharedHeap();
  let count = 0;
  const guard = (): void => {
    if (count++ === last) throw new SpmvError('BACKEND.OUT_OF_MEMORY', 'full', { fix: 'none' });
  };
  return {
    memory: heap.memory,
    allocate: (what, element, length) => {
      guard();
      return heap.allocate(what, element, length);
    },
    copy: (what, array, element) => {
      guard();
      return heap.copy(what, array, element);
    },
    make: heap.make,
    addressOf: heap.addressOf,
    retain: heap.retain,
    free: heap.free,
    view: heap.view,
    get bytesInUse() {
      return heap.bytesInUse;
    },
    get room() {
      return heap.room;
    },
  };
}

it.each(['js/csr', 'wasm/csr-simd'])(
  '%s leaves nothing in the heap, wherever it ends before an operator is made',
  async (id) => {
    const kernel = registry.kernel(id) as Kernel;
    const matrix = buildMatrix(registry.format('csr'), coo);
    const precision = { precision: 'f64', accumulator: 'f64' } as const;
    const context = kernelContext(spmv, kernel, {
      matrix: headerOf(matrix),
      device: { name: '', kind: 'cpu', precisions: ['f64'], capabilities: [], limits: {} } as const,
      precision,
    });
    const kernelParams = Object.fromEntries(
      Object.entries(kernel.params.axes).map(([name, axis]) => [name, axis.default]),
    );
    const request: DriverRequest = {
      signature: signatureOf(spmv, {}, context.sizes),
      sizes: context.sizes,
      matrix,
      kernel,
      precision,
      kernelParams,
      launchParams: {},
      program: kernel.program(context, kernelParams),
      auxiliary: kernel.analyse?.(matrix, context, kernelParams) ?? {},
    };
    for (let last = 0; ; last++) {
      const heap = fullAt(last);
      const host = {
        heap,
        loader: createWasmLoader(wasmFeatures()),
        ownBytes: 2 ** 30,
        thread: createCpuThread(heap.memory),
      };
      const made = await prepareSerialOperator(request, host).catch((error: unknown) => error);
      if (!(made instanceof Error)) {
        expect(last).toBeGreaterThan(3);
        expect(heap.bytesInUse).toBeGreaterThan(0);
        (made as Awaited<ReturnType<typeof prepareSerialOperator>>).dispose();
        expect(heap.bytesInUse).toBe(0);
        return;
      }
      expect(isSpmvError(made, 'BACKEND.OUT_OF_MEMORY')).toBe(true);
      expect(heap.bytesInUse, `full at allocation ${last}`).toBe(0);
    }
  },
);
