import type { HostArray, Precision } from '../data/precision.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import type { BuildRoom } from '../format/build-room.ts';
import type { TargetId } from '../kernel/target.ts';
import type { Operation } from '../operation/operation.ts';
import type { DenseRequest } from '../operation/signature.ts';
import { denseLayout, denseLength } from '../operation/signature.ts';
import type { Registry } from '../registry/registry.ts';
import type { SpmvArguments } from '../spmv/spmv.ts';
import { spmv } from '../spmv/spmv.ts';
import type { BackendDescriptor, BackendDriver, OpenOptions } from './backend-driver.ts';
import { withInternals } from './backend-internals.ts';
import type { Disposal } from './disposal.ts';
import { disposal } from './disposal.ts';
import type { DeviceInfo } from './device-info.ts';
import { createLate } from './late.ts';
import { createLifetime } from './lifetime.ts';
import type { Numbers } from './make-vector.ts';
import { checkLength, makeVector } from './make-vector.ts';
import type { Operator } from './operator.ts';
import type { PrepareRequest } from './prepare-request.ts';
import type { MatrixOperator, MatrixRequest } from './matrix-request.ts';
import type { PrepareHost } from './prepare.ts';
import { compileAhead, prepareOperator } from './prepare.ts';
import type { Product, Sequence } from './sequence.ts';
import { createSequence } from './sequence.ts';
import type { Vector } from './vector.ts';

/** The precision of a vector where none is named: that of its array, f64 of a list or a length. */
export type UsualPrecision<C> = C extends Float32Array ? 'f32' : 'f64';

/** What a dense matrix is made of. */
export interface DenseContents<C extends Numbers = Numbers, P extends Precision = Precision> extends DenseRequest {
  readonly data?: C;
  /** Matrices of this shape, one after another. Default 1. */
  readonly batch?: number;
  /** Default: as of `vector`. */
  readonly precision?: P;
}

/** An opened backend: the checked entry to a device. Disposing of it disposes of everything it handed out. */
export interface Backend extends Disposal {
  readonly id: string;
  readonly device: DeviceInfo;
  /**
   * Binds a matrix, a kernel and its parameters. The heavy work (upload, analysis, compilation) happens here, once.
   *
   * A matrix alone is prepared for y ← αAx + βy. Where no kernel is named, a backend that was opened from a registry takes the first of the matrix's format and precision that runs here and is
   * no vendor's: in cuda, wgsl, native, wasm, js, and of one language in the order of the plugins. Nothing is tried: `@spmv/advice` measures.
   *
   * A matrix that `buildMatrix` did not make is checked by the request's `format`, unless the request says `trusted`.
   *
   * Errors: `KERNEL.NONE`, `FORMAT.UNCHECKED`, `FORMAT.INVALID`, `KERNEL.WRONG_OPERATION`, `KERNEL.WRONG_FORMAT`, `KERNEL.WRONG_TARGET`, `KERNEL.PRECISION_UNSUPPORTED`, `KERNEL.MISSING_CAPABILITY`, `PARAM.*`,
   * `OPERAND.MATRIX`, `OPERAND.SIZE`, `OPERAND.LAYOUT`, and what the backend documents. Those that `isRefusal` knows are refusals rather than failures, among them
   * `KERNEL.REFUSED` (this kernel is no use for this matrix), `BACKEND.LIMIT` (a limit of the device, named) and
   * `BACKEND.OUT_OF_MEMORY` (naming the array and its bytes).
   */
  prepare<Args extends readonly unknown[] = SpmvArguments>(
    given: StoredMatrix | PrepareRequest<Args>,
  ): Promise<Operator<Args>>;
  /**
   * Compiles what `prepare` of the same request would wait for, so that several kernels compile at once; nothing for matrices in stripes or of a `MatrixOperator`. Absent of backends that
   * compile nothing. Errors: as of `prepare`, but for what only making an operator tells.
   */
  compile?<Args extends readonly unknown[]>(request: PrepareRequest<Args>): Promise<void>;
  /**
   * Binds the operands of an operation whose result is a stored matrix, and copies them to the device. Nothing is computed yet: see {@link MatrixOperator}.
   *
   * Errors: `OPERAND.MATRIX`, `OPERAND.SIZE`, `FORMAT.UNCHECKED`, `FORMAT.INVALID`, `KERNEL.NONE`, `KERNEL.WRONG_*`, `KERNEL.PRECISION_UNSUPPORTED`, `KERNEL.MISSING_CAPABILITY` also of a
   * backend that has no such arrays, `PARAM.*`, `BACKEND.OUT_OF_MEMORY`.
   */
  prepareMatrix(request: MatrixRequest): Promise<MatrixOperator>;
  /**
   * Memory in which a matrix for kernels of this target can be built where products read it, `buildMatrix(format, coo, { room })`: `prepare` then copies none of it, and its arrays are not to be
   * changed while an operator uses them. Whoever asks releases it. Undefined of devices, whose memory the host does not write.
   */
  room(target: TargetId): BuildRoom | undefined;
  /**
   * Binds products to their operands once, so that a run of them costs the host little more than one: `[product(A, x, y), product(A, y, x)]`.
   * Errors: `OPERAND.*`, `LIFETIME.DISPOSED`, and what the backend documents.
   */
  sequence(products: readonly Product[]): Promise<Sequence>;
  /**
   * A vector of zeros, or a copy of the numbers, which may change once this returns. What a device says only later, as of memory that it does not have, `read`,
   * `write`, `finish` and `time` of this backend reject with until the vector is disposed of, and for good where the vector was an operand by then.
   *
   * Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `PARAM.OUT_OF_RANGE` for what is no precision, `KERNEL.PRECISION_UNSUPPORTED`, `BACKEND.LIMIT`, `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`.
   */
  vector<C extends number | Numbers, P extends Precision = UsualPrecision<C>>(
    contents: C,
    precision?: P,
  ): Vector<HostArray<P>>;
  /**
   * A dense matrix of zeros, or a copy of `data`, which lies by rows without gaps or as order and leading dimension say; or a batch of them.
   * Errors: `OPERAND.LAYOUT`, and those of `vector`.
   */
  dense<C extends Numbers = readonly number[], P extends Precision = UsualPrecision<C>>(
    rows: number,
    cols: number,
    contents?: DenseContents<C, P>,
  ): Vector<HostArray<P>>;
  /** Resolves when everything applied so far has finished, and all vectors are there. */
  finish(): Promise<void>;
  /**
   * Waits for what is being prepared, written, read or timed, and frees everything handed out; what `prepare` was still
   * making is freed as it arrives, and it rejects with `LIFETIME.DISPOSED`. Later calls return the same promise.
   *
   * Errors: `LIFETIME.DISPOSAL_FAILED` with what drivers threw, after everything else was freed.
   */
  dispose(): Promise<void>;
}

/**
 * Opens a backend: one of a registry, which brings the kernels that `prepare` is not given, or a descriptor.
 *
 * Errors: `BACKEND.UNAVAILABLE` when its library, driver or device is missing; `BACKEND.FAILED` with the driver's words; `PLUGIN.UNKNOWN_ID`.
 */
export async function openBackend(
  ...given:
    | readonly [registry: Registry, id: string, options?: OpenOptions]
    | readonly [descriptor: BackendDescriptor, options?: OpenOptions]
): Promise<Backend> {
  const [from, id] = given;
  const registry = 'kind' in from ? undefined : from;
  const descriptor = 'kind' in from ? from : from.backend(id as string);
  const options = (registry ? given[2] : id) as OpenOptions | undefined;
  const driver: BackendDriver = await descriptor.open(options ?? {});
  const lifetime = createLifetime(`backend '${descriptor.id}'`, () => driver.dispose());
  const owner = createLate();
  const host: PrepareHost = { descriptor, driver, lifetime, registry, owner };
  const backend: Backend = {
    id: descriptor.id,
    device: driver.device,
    prepare: async (given) => {
      lifetime.assertAlive();
      // Whoever gives a matrix alone asks for SpMV: there are no other arguments then.
      return prepareOperator(host, 'arrays' in given ? { operation: spmv as Operation<never>, matrix: given } : given);
    },
    ...(driver.compile ? { compile: async (request) => lifetime.during(() => compileAhead(host, request)) } : {}),
    prepareMatrix: async (request) => {
      lifetime.assertAlive();
      // A page that makes no matrix carries none of it.
      return (await import('./prepare-matrix.ts')).prepareMatrixOperator(host, request);
    },
    room(target) {
      lifetime.assertAlive();
      return driver.room?.(target);
    },
    sequence: async (products) => createSequence(driver, lifetime, owner, products),
    vector: (contents, precision) => makeVector(host, contents, precision),
    dense: (rows, cols, { data, precision, batch = 1, ...request } = {}) => {
      for (const size of [rows, cols, batch]) checkLength(size);
      const layout = denseLayout('A dense matrix', { rows, cols, batch }, request);
      const length = denseLength(layout);
      return makeVector(host, data ?? length, precision, layout, length);
    },
    async finish() {
      await lifetime.during(() => driver.finish());
      await owner.settled();
    },
    ...disposal(() => lifetime.end()),
  };
  return withInternals(backend, host);
}
