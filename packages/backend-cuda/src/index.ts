export type { CudaBackendOptions } from './descriptor.ts';
export { cuda, cudaBackend } from './descriptor.ts';
export type { DeviceMeasurements } from './measure-device.ts';
export { measureDevice } from './measure-device.ts';
export { default as plugin } from './plugin.ts';
export type { ProgressListener } from './transfers.ts';
