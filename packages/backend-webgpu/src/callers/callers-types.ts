/**
 * What callers hand in, by the part of it that tells it from other things: `GPUDevice`, `GPUBuffer` and `GPUCommandEncoder` of every version of the types of WebGPU fit. More is used of them:
 * gpu-types.ts says what.
 */
export interface CallersDevice {
  readonly limits: object;
  readonly features: { has(name: never): boolean };
  readonly queue: object;
  readonly lost: Promise<object>;
}

/** A `GPUBuffer`. */
export interface CallersBuffer {
  readonly size: number;
  readonly usage: number;
  readonly mapState?: 'unmapped' | 'pending' | 'mapped';
  destroy(): void;
}

/** A `GPUCommandEncoder`. */
export interface CallersEncoder {
  beginComputePass(): object;
  finish(): object;
}

/** `navigator.gpu`. */
export interface CallersWebGpu {
  requestAdapter(): Promise<object | null>;
}
