import type { ElementType, NamedArrays, TypedArray } from '../data/element.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import type { RowStripe } from '../data/row-stripe.ts';
import type { BuildRoom } from '../format/build-room.ts';
import type { StoredStripe, StripeRule } from '../format/stored-stripes.ts';
import type { StoredMatrix, StoredMatrixHeader } from '../format/stored-matrix.ts';
import type { Kernel, KernelPrecision } from '../kernel/kernel.ts';
import type { BufferName } from '../kernel/programs/gpu-source.ts';
import type { TargetId, TargetPrograms } from '../kernel/target.ts';
import type { DenseGaps, Sizes } from '../operation/operand.ts';
import type { Signature } from '../operation/signature.ts';
import type { Params, ParamSpace } from '../params/param-space.ts';
import type { DeviceInfo } from './device-info.ts';
import type { Streaming } from './streaming.ts';
import type { WorkerTimes } from './worker-times.ts';

/** Whether a backend can run here. `probe` answers with this and never throws. */
export type Probe =
  | {
      readonly available: true;
      readonly devices: readonly string[];
      /** Of each of them, where that is known without opening it; see `DeviceInfo.details`. */
      readonly details?: readonly Readonly<Record<string, string | number>>[];
    }
  | {
      readonly available: false;
      /** What is missing. */
      readonly reason: string;
      /** What the user does about it. */
      readonly fix: string;
    };

/** How to open a backend. */
export interface OpenOptions {
  /** The device, by the backend's own name for it; default the best one. */
  readonly device?: string;
  /** Options of this backend alone, documented by it. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  /** After so many milliseconds the caller no longer waits. A backend whose opening can take long gives up before, with words of its own, and what it started goes with it. Default: its own limits. */
  readonly withinMs?: number;
}

/** How long `probe` may take. */
export type ProbeOptions = Pick<OpenOptions, 'withinMs'>;

/** What a backend's own launch parameters (threads, schedule) are decided from. */
export interface LaunchContext {
  readonly device: DeviceInfo;
  readonly kernel: { readonly id: string; readonly target: TargetId };
  /** Absent when the operation has none. */
  readonly matrix: StoredMatrixHeader | undefined;
  /** Floating-point operations of one product. */
  readonly flops: number;
}

/**
 * A backend as its author writes it and a {@link Plugin} publishes it. Importing it starts nothing: heavy libraries, threads and
 * devices begin in `probe` and `open`. Users call `openBackend`, which adds every check.
 */
export interface BackendDescriptor {
  readonly kind: 'backend';
  readonly id: string;
  readonly title: string;
  /** Languages whose kernels it runs. */
  readonly targets: readonly TargetId[];
  /** Parameters of the backend for every kernel, besides the kernel's own: threads, schedule. */
  readonly launchParams: ParamSpace<LaunchContext>;
  probe(options?: ProbeOptions): Promise<Probe>;
  /** Errors: `BACKEND.UNAVAILABLE` with what `probe` would say, `BACKEND.FAILED` with the driver's words. */
  open(options: OpenOptions): Promise<BackendDriver>;
}

/** A vector on the device. */
export interface DriverVector {
  /** The elements in memory that the host may read and write whenever no product runs. Absent on devices. */
  readonly elements?: ValueArray;
  /** Settles when it is certain that the vector is there, and rejects with what is wrong; absent where that was certain at once. */
  readonly ready?: Promise<void>;
  /** Copies `data` (same length and host type) in; ordered after everything before, and before everything after. */
  write(data: ValueArray): Promise<void>;
  /** Copies out into `target` (same length and host type), after everything before has finished. */
  read(target: ValueArray): Promise<void>;
  dispose(): void;
}

/** An array on the device, of any type: what kernels that allocate while they compute read and write. */
export interface DriverArray {
  readonly element: ElementType;
  readonly length: number;
  /** Copies `data` (same length and type) in; ordered after everything before, and before everything after. */
  write(data: TypedArray): Promise<void>;
  /** Copies elements from `begin` on out into `target` (same type), after everything before has finished. */
  read(target: TypedArray, begin: number): Promise<void>;
  /** Work that was enqueued before may still use it. */
  dispose(): void;
}

/** What the devices of an operator copy between each other. */
export interface Exchange {
  readonly devices: number;
  /** Bytes of operands that each device needs for one product and does not own, as the plan predicts them; in as many copies. */
  readonly bytes: number;
  readonly copies: number;
  /** Rows that are multiplied while these copies are under way. */
  readonly interiorRows?: number;
  /** Products so far, and bytes that were copied for them, as the backend counted them. */
  readonly products: number;
  readonly movedBytes: number;
}

/** An operator with its matrix, kernel, program and parameters bound. */
export interface DriverOperator {
  /** Bytes on the device for the matrix, auxiliary arrays and scratch: what disposing of the operator gives back. */
  readonly bytesResident: number;
  /** See `Operator.occupancy`. */
  readonly occupancy?: number;
  /** See `Operator.streaming`. */
  readonly streaming?: Streaming;
  /**
   * One product. Operands in memory and host scalars, of each its real and its imaginary part where the precision is complex, come in the order of the request's signature, checked: of this driver, with the right
   * lengths, written ones distinct from all others. For one of length 0 another vector stands, the same for all of them. Both lists are
   * reused for the next product. Enqueues; allocates nothing.
   */
  apply(buffers: readonly DriverVector[], scalars: Float64Array): void;
  /**
   * Device-clock milliseconds of each of `runs` products, where the device has a clock. `cold` evicts the caches before each.
   * Leaves what is written as after the last product.
   */
  time?(buffers: readonly DriverVector[], scalars: Float64Array, runs: number, cold: boolean): Promise<Float64Array>;
  /** See `Operator.timesInOrder`. */
  readonly timesInOrder?: boolean;
  /** See `Operator.exchange`. */
  exchange?(): Exchange;
  /** See `Operator.workerTimes`: there where `profile` was asked for and the backend has workers whose time it can count. */
  workerTimes?(): readonly WorkerTimes[];
  dispose(): void;
}

/** One of several things that a driver is to do in order: a product, or y ← βy as `scale` computes it. */
export type DriverStep =
  | { readonly operator: DriverOperator; readonly buffers: readonly DriverVector[]; readonly scalars: Float64Array }
  | { readonly scale: DriverVector; readonly factor: number; readonly imaginary: number };

/** Steps that can be started together, again and again. */
export interface DriverSequence {
  /** Enqueues all of them. */
  run(): void;
  dispose(): void;
}

/** What a driver makes an operator of: everything checked and decided, nothing left to choose. */
export interface DriverRequest {
  readonly signature: Signature;
  readonly sizes: Sizes;
  /** Without arrays where the operation has no stored matrix. */
  readonly matrix: StoredMatrix;
  readonly kernel: Pick<Kernel, 'id' | 'operation' | 'target' | 'reproducibility'>;
  readonly program: TargetPrograms[TargetId];
  readonly auxiliary: NamedArrays;
  /** Arrays of this driver that programs know by these names, `C.values` or `work.starts`: they are there, keep their contents, and outlive the operator. Its matrix has no arrays then. */
  readonly memory?: Readonly<Record<BufferName, DriverArray>>;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  readonly precision: KernelPrecision;
  /** Count what workers do. Without it nothing of that may cost a product anything. */
  readonly profile?: boolean;
  /** The arrays of the matrix stay as they are while the operator is used: they need not be copied. */
  readonly share?: boolean;
}

/** One stripe of rows of a matrix that was cut: a request of its own, whose operands are parts of those of the whole. */
export interface StripeRequest extends DriverRequest, RowStripe {
  /** For each operand in memory, elements of the whole one before those of this stripe: a multiple of 128, or 0 for what every stripe reads whole. */
  readonly offsets: readonly number[];
}

/** A matrix cut into stripes of rows, to be bound as one operator. */
export interface StripedRequest {
  /** Operands of the whole. */
  readonly signature: Signature;
  readonly kernel: Kernel;
  readonly precision: KernelPrecision;
  /** At least 1. */
  readonly count: number;
  /** Bytes of the format's arrays in all of them. */
  readonly bytes: number;
  /** Builds a stripe and decides how it is computed, anew at each call. Only what a driver keeps stays in memory. */
  at(stripe: number): StripeRequest;
}

/** Some rows of a stripe: a request of its own, whose operands along the columns have full length. */
export interface DividedPart extends DriverRequest, RowStripe {
  /** Whether these rows need no columns but those with the numbers of the stripe's rows. */
  readonly isInterior: boolean;
}

/** What a driver of several devices makes an operator of. */
export interface DividedRequest extends Pick<DriverRequest, 'signature' | 'sizes' | 'kernel' | 'precision'> {
  /**
   * For each operand in memory: whether its elements, or the rows of a dense one, are as many as the matrix has rows or columns, or whether no size of the matrix is in it (`whole`);
   * undefined for what has such a size otherwise.
   */
  readonly along: readonly ('rows' | 'cols' | 'whole' | undefined)[];
  /** In order; at least one, and not more than devices. */
  readonly stripes: readonly StoredStripe<DividedPart>[];
}

/** An operation without a stored matrix that says how devices share it: see `Sharing`. */
export interface SharedRequest extends Pick<DriverRequest, 'signature' | 'sizes' | 'kernel' | 'precision'> {
  /** What is divided, and for each operand in memory whether its elements, or the rows of a dense one, are; undefined where each device computes all. */
  readonly divided: { readonly length: number; readonly along: readonly boolean[] } | undefined;
  /** The request of a part with so many (≥ 1) of what is divided, or of all of it. Errors: `PARAM.*`, and what the kernel throws. */
  at(length?: number): DriverRequest;
}

/** A driver whose devices each compute some rows. */
export interface Dividing {
  readonly rule: StripeRule;
  /** Binds one program for each stripe. */
  prepare(request: DividedRequest): Promise<DriverOperator>;
  /** Binds one program for each device, or for each part that a device has. */
  share(request: SharedRequest): Promise<DriverOperator>;
}

/** An opened device. When it is disposed of, everything it made is gone too. No method checks its arguments: core's entry has done so. */
export interface BackendDriver {
  readonly device: DeviceInfo;
  /** Binds a program of one of the backend's targets, whatever it computes. */
  prepare(request: DriverRequest): Promise<DriverOperator>;
  /** Compiles what `prepare` of the same request would wait for, and keeps it for that; several at once. Absent where that is nothing, or no quicker together. */
  compile?(request: DriverRequest): Promise<void>;
  /** The same for a matrix that was cut. Absent where a matrix is always taken whole. */
  prepareStripes?(stripes: StripedRequest): Promise<DriverOperator>;
  /** There where the driver has several devices, between which core divides the rows of matrices: then `prepare` is given operations alone that have no matrix and do not say how devices share them. */
  readonly divided?: Dividing;
  /** A vector of `length` ≥ 1 elements, each of as many numbers as the precision has components, or a dense matrix whose buffer has so many, some of them gaps; contents are zero. There at once for all other methods. */
  createVector(length: number, precision: Precision, gaps?: DenseGaps): DriverVector;
  /**
   * An array of `length` ≥ 1 elements for kernels of this target; `what` names it in errors. Contents are not promised. Absent where the driver has none: matrix operations are
   * refused then. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.LIMIT`.
   */
  createArray?(what: string, element: ElementType, length: number, target: TargetId): Promise<DriverArray>;
  /** Whether operators and arrays that are disposed of serve what was enqueued before: then nobody waits for the device before. */
  readonly freesInOrder?: boolean;
  /** Memory in which matrices for kernels of this target are built where they are used. Absent where matrices are copied elsewhere. */
  room?(target: TargetId): BuildRoom;
  /** y ← βy, and y ← 0 without reading it when β = 0. Gaps are left alone. `imaginary`: the imaginary part of β, 0 unless y is complex. */
  scale(y: DriverVector, beta: number, imaginary?: number): void;
  /**
   * Binds steps to be started as one piece, where that costs the host less than one after another; core starts them one by one for drivers
   * without. Operators and vectors stay until the sequence is disposed of.
   */
  sequence?(steps: readonly DriverStep[]): DriverSequence;
  /** Resolves when everything enqueued has finished. */
  finish(): Promise<void>;
  /** Ends threads, frees memory, lets the process exit. Called once. */
  dispose(): Promise<void>;
}
