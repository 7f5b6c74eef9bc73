import type { BufferName, CudaArgument, CudaLibraryArgument, TypedArray } from '@spmv/core';

/** What the addon says of one device. */
export interface NativeDeviceFacts {
  readonly ordinal: number;
  readonly name: string;
  readonly memoryBytes: number;
  /** Compute capability ×10: 90 for 9.0. */
  readonly compute: number;
  readonly multiprocessors: number;
  readonly warpSize: number;
  readonly maxThreadsPerBlock: number;
  readonly maxThreadsPerMultiprocessor: number;
  /** Most shared memory one block may ask for. */
  readonly maxSharedPerBlock: number;
  readonly l2Bytes: number;
  /** What else the driver says, and no kernel needs. One that it does not know is missing. */
  readonly others: Readonly<Partial<Record<OtherFact, number>>>;
}

/** Facts of a device as a device query lists them; `kernelTimeout` is 0 or 1. */
export type OtherFact =
  | `max${'Block' | 'Grid'}${'X' | 'Y' | 'Z'}`
  | 'sharedBytesPerBlock'
  | 'constantBytes'
  | 'maxPitchBytes'
  | 'registersPerBlock'
  | 'clockKHz'
  | 'textureAlignment'
  | 'kernelTimeout'
  | 'memoryClockKHz'
  | 'memoryBusBits'
  | 'copyEngines';

/** `reason` where there is no driver, else its version (13000 for 13.0) and the devices. */
export interface NativeProbe {
  readonly reason?: string;
  readonly driverVersion?: number;
  readonly devices?: readonly NativeDeviceFacts[];
}

/** Device memory. */
export interface NativeBuffer {
  /** Copies `array` in; after what was enqueued up to the last use of the buffer, large ones on another thread and beside later products. */
  write(array: TypedArray, byteOffset: number): Promise<void>;
  read(array: TypedArray, byteOffset: number): Promise<void>;
  clear(): void;
  /** A buffer of these bytes of this one, which stay while either is there. */
  part(byteOffset: number, bytes: number): NativeBuffer;
  dispose(): void;
}

/** Page-locked memory of the host, which the device copies from by itself. */
export interface NativePinned {
  /** Copies `array` in, on the device's own thread. */
  write(array: TypedArray, byteOffset: number): Promise<void>;
  dispose(): void;
}

export interface GpuModule {
  dispose(): void;
}

export type RoutineArgument =
  | NativeBuffer
  /** A place among the operands in memory of a product, and bytes from its beginning on; or a place among its host scalars. */
  | { readonly operand: number; readonly byteOffset?: number }
  /** Bytes from the beginning of the piece that the product is at, in an operator of pieces. */
  | { readonly piece: number }
  | { readonly scalar: number }
  /** The same of a complex scalar, whose imaginary part comes next. */
  | { readonly pair: number }
  | { readonly i32: number }
  | { readonly i64: number }
  /** A number in the type of host scalars. */
  | { readonly value: number };

export interface NativeLaunch {
  readonly module: GpuModule;
  readonly entryPoint: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  /** See `CudaLaunch.beside`. */
  readonly beside?: true;
  readonly arguments: readonly RoutineArgument[];
}

/** What a product is given: operands in memory and host scalars, each in the order of the operation. */
export type NativeOperands = readonly (NativeBuffer | number)[];

/** An operation with its matrix bound. */
export interface NativeOperator {
  run(...operands: NativeOperands): void;
  /**
   * Milliseconds of each of `runs` runs, each the mean of `batch` products; `evict` runs before each. `repeatable`: a product after another
   * leaves what one leaves.
   */
  time(
    operands: NativeOperands,
    runs: number,
    batch: number,
    repeatable: boolean,
    evict: NativeOperator | undefined,
  ): Promise<Float64Array>;
  /** Most threads of its kernels that a multiprocessor holds at once, in whole warps; `undefined` where nobody knows. */
  residentThreads(): number | undefined;
  dispose(): void;
}

/** A call of a routine: {@link RoutineArgument}s, of which scalars are passed by their address, the library's handle, and cells. */
export interface RoutineCall {
  readonly routine: string;
  readonly arguments: readonly (
    | RoutineArgument
    | Exclude<CudaLibraryArgument, CudaArgument | { readonly elements: BufferName }>
  )[];
  readonly optional?: true;
}

/** Calls of a vendor's library: once, when it is made, for each product, and when it is disposed of. */
export interface LibraryDescription {
  readonly library: string;
  readonly single: boolean;
  readonly setup: readonly RoutineCall[];
  readonly calls: readonly RoutineCall[];
  readonly release: readonly RoutineCall[];
}

export interface NativeDevice {
  freeBytes(): number;
  /** `pooled`: taken and given back in the order of what is enqueued, and kept for the next, where the driver has pools; not for copies between devices. */
  allocate(bytes: number, name: string, pooled?: boolean): NativeBuffer;
  load(image: Uint8Array, name: string): GpuModule;
  launches(list: readonly NativeLaunch[], single: boolean): NativeOperator;
  library(description: LibraryDescription): NativeOperator;
  /** An operator without operands: each of these with its operands, in this order, started as one piece. */
  sequence(list: readonly (readonly [NativeOperator, ...NativeOperands])[]): NativeOperator;
  /** Page-locked memory; `name` is for the message when there is none left. */
  pinned(bytes: number, name: string): Promise<NativePinned>;
  /**
   * An operator of pieces of a matrix, which it keeps: each is copied into one of `places` in turn, then its operator runs, while the next is copied. At
   * least two places, each as large as the largest piece.
   */
  pieces(list: readonly (readonly [NativePinned, NativeOperator])[], places: readonly NativeBuffer[]): NativeOperator;
  /** Milliseconds of `count` copies of all of `from`, one after another. */
  timeCopies(from: NativePinned, to: NativeBuffer, count: number): Promise<number>;
  finish(): Promise<void>;
  dispose(): void;
}

/** One range of bytes, from a buffer of one device into one of another; both by their places in a list of devices. */
export interface NativeCopy {
  readonly from: number;
  readonly to: number;
  readonly fromByte: number;
  readonly toByte: number;
  readonly bytes: number;
}

/** Copies between devices. */
export interface NativeExchange {
  /** Enqueues all of them: from and into these buffers, one of each device. After what was enqueued on both devices, before what is enqueued later on the target, or, beside it, before what follows {@link arrive}. */
  start(sources: readonly NativeBuffer[], targets: readonly NativeBuffer[]): void;
  /** Lets what is enqueued on the targets from now on wait until copies beside it have arrived; before {@link end}. Others nobody has to wait for. */
  arrive(): void;
  /** Lets what is enqueued on the sources from now on wait until the copies have arrived. */
  end(): void;
  /** Bytes of all copies that were enqueued. */
  movedBytes(): number;
  dispose(): void;
}

/** The time that several devices take together, by the clock of the first. */
export interface NativeClock {
  begin(): void;
  end(): void;
  milliseconds(): Promise<number>;
  dispose(): void;
}

/** What several devices were told, to be told again as one piece. */
export interface NativeReplay {
  /** Enqueues all of it: after what was enqueued on any of the devices before, before what is enqueued on any later. */
  run(): void;
  dispose(): void;
}

/** The addon's exports. Every method may throw an error whose message {@link asSpmvError} takes apart. */
export interface Addon {
  /** Of the package it was built from. */
  readonly version: string;
  probe(): NativeProbe;
  /** PTX of CUDA C++ text. */
  compile(text: string, name: string, options: readonly string[]): string;
  /** Which of `nvrtc` and the libraries of addon/library.cpp (`cublas`, `cusparse`) this machine has. */
  libraries(): readonly string[];
  /** `memoryBytes`: most of the device's memory that is taken. */
  readonly Device: new (ordinal: number, memoryBytes?: number) => NativeDevice;
  /** `isBeside`: copies run on streams of their own, beside what is enqueued on their targets. */
  readonly Exchange: new (
    devices: readonly NativeDevice[],
    copies: readonly NativeCopy[],
    isBeside: boolean,
  ) => NativeExchange;
  readonly Clock: new (devices: readonly NativeDevice[]) => NativeClock;
  /** Records what `enqueue` enqueues on these devices; nothing of it runs. `buffers` are those that it uses; everything that it uses stays until this is disposed of. */
  readonly Replay: new (
    devices: readonly NativeDevice[],
    buffers: readonly NativeBuffer[],
    enqueue: () => void,
  ) => NativeReplay;
}
