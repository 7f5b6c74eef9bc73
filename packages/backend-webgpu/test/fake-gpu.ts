import type { Gpu, GpuAdapter, GpuDevice, GpuHost } from '../src/index.ts';

type Any<T> = { readonly [K in keyof T]: T[K] };

/** A host whose device stores nothing and computes nothing, counts what is alive, and fails when asked to. */
export interface FakeGpu extends GpuHost {
  /** Buffers, query sets and handles that are there. */
  readonly alive: { readonly buffers: number; readonly querySets: number; readonly handles: number };
  readonly calls: number;
  /** The call after which many more fails, or all from it on. */
  failIn(calls: number, all?: boolean): void;
}

const LIMITS = {
  maxBufferSize: 2 ** 30,
  maxStorageBufferBindingSize: 2 ** 30,
  maxStorageBuffersPerShaderStage: 10,
  maxComputeWorkgroupStorageSize: 32_768,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupsPerDimension: 65_535,
} as const;

export function fakeGpu(): FakeGpu {
  const alive = { buffers: 0, querySets: 0, handles: 0 };
  let calls = 0;
  let failing = Infinity;
  let broken = false;
  const call = <R>(what: string, result: R): R => {
    calls++;
    if (calls === failing || (broken && calls > failing)) throw new Error(`${what}: injected`);
    return result;
  };
  const later = async <R>(what: string, result: R): Promise<R> => {
    await Promise.resolve();
    return call(what, result);
  };
  const counted = (kind: 'buffers' | 'querySets'): (() => void) => {
    alive[kind]++;
    let there = true;
    return () => {
      if (there) alive[kind]--;
      there = false;
    };
  };
  const nothing = (): void => {};
  const pass = { setPipeline: nothing, setBindGroup: nothing, dispatchWorkgroups: nothing, end: nothing };
  const device: Any<GpuDevice> = {
    limits: { ...LIMITS, minStorageBufferOffsetAlignment: 256 },
    features: { has: () => false },
    queue: {
      submit: () => call('submit', undefined),
      writeBuffer: () => call('writeBuffer', undefined),
      onSubmittedWorkDone: () => later('onSubmittedWorkDone', undefined),
    },
    lost: new Promise(nothing),
    createBuffer: ({ size, usage }) => {
      call('createBuffer', undefined);
      return {
        size,
        usage,
        mapAsync: () => later('mapAsync', undefined),
        getMappedRange: (_offset, bytes = size) => new ArrayBuffer(bytes),
        unmap: nothing,
        destroy: counted('buffers'),
      };
    },
    createShaderModule: () =>
      call('createShaderModule', { getCompilationInfo: () => later('getCompilationInfo', { messages: [] }) }),
    createBindGroupLayout: () => call('createBindGroupLayout', {}),
    createPipelineLayout: () => call('createPipelineLayout', {}),
    createComputePipelineAsync: () => later('createComputePipelineAsync', {}),
    createBindGroup: () => call('createBindGroup', {}),
    createCommandEncoder: () =>
      call('createCommandEncoder', {
        beginComputePass: () => pass,
        copyBufferToBuffer: nothing,
        clearBuffer: nothing,
        resolveQuerySet: nothing,
        finish: () => ({}),
      }),
    createQuerySet: () => {
      call('createQuerySet', undefined);
      return { destroy: counted('querySets') };
    },
    pushErrorScope: nothing,
    popErrorScope: () => later('popErrorScope', null),
    addEventListener: nothing,
    destroy: nothing,
  };
  const adapter: GpuAdapter = {
    info: { vendor: 'nobody', architecture: '', device: 'a fake GPU', description: '' },
    features: { has: (name) => name === 'timestamp-query' },
    limits: LIMITS,
    requestDevice: () => later('requestDevice', device),
  };
  const gpu: Gpu = { requestAdapter: () => later('requestAdapter', adapter) };
  return {
    title: 'a fake host',
    alive,
    get calls() {
      return calls;
    },
    failIn(more, all = false) {
      failing = calls + more;
      broken = all;
    },
    async acquire() {
      await later('acquire', undefined);
      alive.handles++;
      return { gpu, adapter, release: () => void alive.handles-- };
    },
  };
}
