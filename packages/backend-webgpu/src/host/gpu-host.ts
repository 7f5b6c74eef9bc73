import type { CallersDevice } from '../callers/callers-types.ts';
import type { Gpu, GpuAdapter } from '../gpu/gpu-types.ts';
import type { WebGpuOptions } from './options.ts';

/** Where WebGPU comes from: Dawn in Node, the browser, or whatever an application has already opened. */
export interface GpuHost {
  /** For people: `Dawn in Node`. */
  readonly title: string;
  /** Refuses where no adapter can be there, as `acquire` would, before anything large is loaded. */
  check?(): Promise<unknown>;
  /** Errors: `BACKEND.UNAVAILABLE` with what is missing and what to do. */
  acquire(options: WebGpuOptions): Promise<AdapterHandle>;
}

/** A device that the caller has opened and keeps: it is not destroyed here, and has the features and limits that it was requested with. */
export interface CallersGpu {
  readonly device: CallersDevice;
}

/**
 * An adapter and all it needs. Dawn ends the process, silently or with an abort, when the object its adapter came from is
 * garbage collected: a handle keeps both alive until `release`, also when nobody refers to the handle.
 */
export interface AdapterHandle {
  readonly gpu: Gpu;
  readonly adapter: GpuAdapter;
  release(): void;
}
