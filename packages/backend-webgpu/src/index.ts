export { createWebGpu, webgpu } from './descriptor.ts';
export type { Gpu, GpuAdapter, GpuDevice } from './gpu/gpu-types.ts';
export { browserHost } from './host/browser-host.ts';
export { defaultHost } from './host/default-host.ts';
export type { AdapterHandle, GpuHost } from './host/gpu-host.ts';
export type { WebGpuOptions } from './host/options.ts';
export { wgslKernels } from './kernels/wgsl-kernels.ts';
export { default as plugin } from './plugin.ts';
