/**
 * The part of WebGPU this package uses, by shape: Dawn's objects in Node and those of `navigator.gpu` both fit, and whoever
 * uses this package needs no other package's global types.
 */
export interface Gpu {
  requestAdapter(options?: {
    readonly powerPreference?: 'low-power' | 'high-performance';
    readonly forceFallbackAdapter?: boolean;
  }): Promise<GpuAdapter | null>;
}

export interface GpuAdapterInfo {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  readonly subgroupMinSize?: number;
  readonly subgroupMaxSize?: number;
  readonly isFallbackAdapter?: boolean;
  /** Only where the adapter has the feature `chromium-experimental-subgroup-matrix`. */
  readonly subgroupMatrixConfigs?: Iterable<GpuSubgroupMatrixConfig>;
}

/** left (M × K) times right (K × N), both of `componentType`, added to a result (M × N) of `resultComponentType`. */
export interface GpuSubgroupMatrixConfig {
  readonly componentType: string;
  readonly resultComponentType: string;
  readonly M: number;
  readonly N: number;
  readonly K: number;
}

/** A GPU as WebGPU offers it, before it is opened. */
export interface GpuAdapter {
  readonly info: GpuAdapterInfo;
  readonly features: { has(name: string): boolean };
  readonly limits: Readonly<Record<LimitName, number>>;
  requestDevice(descriptor: {
    readonly requiredFeatures: readonly string[];
    readonly requiredLimits: Readonly<Record<string, number>>;
  }): Promise<GpuDevice>;
}

export type LimitName =
  | 'maxBufferSize'
  | 'maxStorageBufferBindingSize'
  | 'maxStorageBuffersPerShaderStage'
  | 'maxComputeWorkgroupStorageSize'
  | 'maxComputeInvocationsPerWorkgroup'
  | 'maxComputeWorkgroupSizeX'
  | 'maxComputeWorkgroupsPerDimension';

export interface GpuError {
  readonly message: string;
}

/** The part of an opened WebGPU device that is used. */
export interface GpuDevice {
  readonly limits: Readonly<Record<LimitName | 'minStorageBufferOffsetAlignment', number>>;
  readonly features: { has(name: string): boolean };
  /** Absent in browsers that do not tell it of devices. */
  readonly adapterInfo?: GpuAdapterInfo;
  readonly queue: GpuQueue;
  readonly lost: Promise<{ readonly reason: string; readonly message: string }>;
  createBuffer(descriptor: {
    readonly label?: string;
    readonly size: number;
    readonly usage: number;
    readonly mappedAtCreation?: boolean;
  }): GpuBuffer;
  createShaderModule(descriptor: { readonly label?: string; readonly code: string }): GpuShaderModule;
  createBindGroupLayout(descriptor: { readonly entries: readonly GpuLayoutEntry[] }): GpuBindGroupLayout;
  createPipelineLayout(descriptor: { readonly bindGroupLayouts: readonly GpuBindGroupLayout[] }): GpuPipelineLayout;
  createComputePipelineAsync(descriptor: {
    readonly label?: string;
    readonly layout: GpuPipelineLayout;
    readonly compute: {
      readonly module: GpuShaderModule;
      readonly entryPoint: string;
      readonly constants: Readonly<Record<string, number>>;
    };
  }): Promise<GpuComputePipeline>;
  createBindGroup(descriptor: {
    readonly layout: GpuBindGroupLayout;
    readonly entries: readonly GpuBindGroupEntry[];
  }): GpuBindGroup;
  createCommandEncoder(): GpuCommandEncoder;
  createQuerySet(descriptor: { readonly type: 'timestamp'; readonly count: number }): GpuQuerySet;
  pushErrorScope(filter: 'out-of-memory' | 'validation' | 'internal'): void;
  popErrorScope(): Promise<GpuError | null>;
  addEventListener(type: 'uncapturederror', listener: (event: { readonly error: GpuError }) => void): void;
  destroy(): void;
}

export interface GpuLayoutEntry {
  readonly binding: number;
  readonly visibility: number;
  readonly buffer: {
    readonly type: 'uniform' | 'storage' | 'read-only-storage';
    readonly minBindingSize?: number;
  };
}

export interface GpuBindGroupEntry {
  readonly binding: number;
  readonly resource: GpuBufferBinding;
}

/** All of a buffer, or a part of it. */
export interface GpuBufferBinding {
  readonly buffer: GpuBuffer;
  readonly offset?: number;
  readonly size?: number;
}

export interface GpuQueue {
  submit(buffers: readonly GpuCommandBuffer[]): void;
  writeBuffer(
    buffer: GpuBuffer,
    offset: number,
    data: ArrayBuffer | ArrayBufferView,
    dataOffset?: number,
    size?: number,
  ): void;
  onSubmittedWorkDone(): Promise<unknown>;
}

/** Memory of a device. */
export interface GpuBuffer {
  readonly size: number;
  readonly usage: number;
  mapAsync(mode: number, offset?: number, size?: number): Promise<unknown>;
  getMappedRange(offset?: number, size?: number): ArrayBuffer;
  unmap(): void;
  destroy(): void;
}

export interface GpuCommandEncoder {
  beginComputePass(descriptor?: {
    readonly timestampWrites?: {
      readonly querySet: GpuQuerySet;
      readonly beginningOfPassWriteIndex: number;
      readonly endOfPassWriteIndex: number;
    };
  }): GpuComputePass;
  copyBufferToBuffer(
    source: GpuBuffer,
    sourceOffset: number,
    target: GpuBuffer,
    targetOffset: number,
    size: number,
  ): void;
  clearBuffer(buffer: GpuBuffer, offset?: number, size?: number): void;
  resolveQuerySet(querySet: GpuQuerySet, first: number, count: number, target: GpuBuffer, offset: number): void;
  finish(): GpuCommandBuffer;
}

export interface GpuComputePass {
  setPipeline(pipeline: GpuComputePipeline): void;
  setBindGroup(index: number, group: GpuBindGroup): void;
  dispatchWorkgroups(x: number, y?: number, z?: number): void;
  end(): void;
}

export interface GpuQuerySet {
  destroy(): void;
}

export interface GpuShaderModule {
  getCompilationInfo(): Promise<{
    readonly messages: readonly {
      readonly type: string;
      readonly message: string;
      readonly lineNum: number;
      readonly linePos: number;
    }[];
  }>;
}

declare const opaque: unique symbol;
/** Objects that are only handed back. */
export interface GpuBindGroupLayout {
  readonly [opaque]?: 'bind group layout';
}
export interface GpuPipelineLayout {
  readonly [opaque]?: 'pipeline layout';
}
export interface GpuComputePipeline {
  readonly [opaque]?: 'compute pipeline';
}
export interface GpuBindGroup {
  readonly [opaque]?: 'bind group';
}
export interface GpuCommandBuffer {
  readonly [opaque]?: 'command buffer';
}
