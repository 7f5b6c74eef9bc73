import { elementTypeOf } from '../data/element.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { HostArray, Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import { INDEX_LIMIT } from '../data/coo.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { DenseRequest } from '../operation/signature.ts';
import { denseLayout, denseLength } from '../operation/signature.ts';
import type { DenseGaps, DenseLayout } from '../operation/operand.ts';
import { gapsOf } from '../operation/operand.ts';
import type { BackendDescriptor, BackendDriver, DriverVector, OpenOptions } from './backend-driver.ts';
import type { DeviceInfo } from './device-info.ts';
import { createLifetime } from './lifetime.ts';
import type { Operator } from './operator.ts';
import type { PrepareRequest } from './prepare-request.ts';
import { prepareOperator } from './prepare.ts';
import type { Product, Sequence } from './sequence.ts';
import { createSequence } from './sequence.ts';
import type { Vector } from './vector.ts';
import { checkHostArray, createVectorHandle, inHostArray } from './vector.ts';

/** Numbers of the host: a list is rounded to what the precision's array holds. */
export type Numbers = ValueArray | readonly number[];

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
export interface Backend {
  readonly id: string;
  readonly device: DeviceInfo;
  /**
   * Binds a matrix, a kernel and its parameters. The heavy work (upload, analysis, compilation) happens here, once.
   *
   * A matrix that `buildMatrix` did not make is checked by the request's `format`, unless the request says `trusted`.
   *
   * Errors: `FORMAT.UNCHECKED`, `FORMAT.INVALID`, `KERNEL.WRONG_OPERATION`, `KERNEL.WRONG_FORMAT`, `KERNEL.WRONG_TARGET`, `KERNEL.PRECISION_UNSUPPORTED`, `KERNEL.MISSING_CAPABILITY`, `PARAM.*`,
   * `OPERAND.MATRIX`, `OPERAND.SIZE`, `OPERAND.LAYOUT`, and what the backend documents. Those that `isRefusal` knows are refusals rather than failures, among them
   * `KERNEL.REFUSED` (this kernel is no use for this matrix), `BACKEND.LIMIT` (a limit of the device, named) and
   * `BACKEND.OUT_OF_MEMORY` (naming the array and its bytes).
   */
  prepare<Args extends readonly unknown[]>(request: PrepareRequest<Args>): Promise<Operator<Args>>;
  /**
   * Binds products to their operands once, so that a run of them costs the host little more than one: `[product(A, x, y), product(A, y, x)]`.
   * Errors: `OPERAND.*`, `LIFETIME.DISPOSED`, and what the backend documents.
   */
  sequence(products: readonly Product[]): Promise<Sequence>;
  /** A vector of zeros, or a copy of the numbers. Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `KERNEL.PRECISION_UNSUPPORTED`, `BACKEND.LIMIT`, `BACKEND.OUT_OF_MEMORY`. */
  vector<C extends number | Numbers, P extends Precision = UsualPrecision<C>>(
    contents: C,
    precision?: P,
  ): Promise<Vector<HostArray<P>>>;
  /**
   * A dense matrix of zeros, or a copy of `data`, which lies by rows without gaps or as order and leading dimension say; or a batch of them.
   * Errors: `OPERAND.LAYOUT`, and those of `vector`.
   */
  dense<C extends Numbers = readonly number[], P extends Precision = UsualPrecision<C>>(
    rows: number,
    cols: number,
    contents?: DenseContents<C, P>,
  ): Promise<Vector<HostArray<P>>>;
  /** Resolves when everything applied so far has finished. */
  finish(): Promise<void>;
  /**
   * Waits for what is being prepared, written, read or timed, and frees everything handed out; what `prepare` and `vector` were still
   * making is freed as it arrives, and they reject with `LIFETIME.DISPOSED`. Later calls return the same promise.
   *
   * Errors: `LIFETIME.DISPOSAL_FAILED` with what drivers threw, after everything else was freed.
   */
  dispose(): Promise<void>;
}

function checkPrecision(device: DeviceInfo, precision: Precision): void {
  if (device.precisions.includes(precision)) return;
  throw new SpmvError('KERNEL.PRECISION_UNSUPPORTED', `${device.name} does not compute in ${precision}.`, {
    fix: `Ask for one of: ${device.precisions.join(', ')}.`,
    details: { precision, available: device.precisions },
  });
}

function checkLength(length: number): void {
  if (Number.isInteger(length) && length >= 0 && length <= INDEX_LIMIT) return;
  throw new SpmvError('OPERAND.LENGTH', `A vector cannot have ${length} elements.`, {
    fix: 'Give a non-negative integer below 2^31.',
    details: { length },
  });
}

/** A vector of zeros or a copy, and nothing at all when copying fails. */
async function filledVector(
  driver: BackendDriver,
  contents: number | ValueArray,
  length: number,
  precision: Precision,
  gaps: DenseGaps | undefined,
): Promise<DriverVector> {
  const vector = await driver.createVector(length, precision, gaps);
  try {
    if (typeof contents !== 'number') {
      // Checked again: the caller may have transferred the array's buffer meanwhile.
      checkHostArray('The vector', contents, length, PRECISIONS[precision].host);
      await vector.write(contents);
    }
    return vector;
  } catch (error) {
    vector.dispose();
    throw error;
  }
}

/**
 * Opens a backend.
 *
 * Errors: `BACKEND.UNAVAILABLE` when its library, driver or device is missing; `BACKEND.FAILED` with the driver's words.
 */
export async function openBackend(descriptor: BackendDescriptor, options: OpenOptions = {}): Promise<Backend> {
  const driver: BackendDriver = await descriptor.open(options);
  const lifetime = createLifetime(`backend '${descriptor.id}'`, () => driver.dispose());
  const owner = lifetime;
  const create = async <P extends Precision>(
    given: number | Numbers,
    precision: P | undefined,
    layout: DenseLayout | undefined,
    length = typeof given === 'number' ? given : given.length,
  ): Promise<Vector<HostArray<P>>> => {
    lifetime.assertAlive();
    const wanted = precision ?? (elementTypeOf(given) === 'f32' ? 'f32' : 'f64');
    checkLength(length);
    checkPrecision(driver.device, wanted);
    const { host } = PRECISIONS[wanted];
    const contents = typeof given === 'number' ? given : inHostArray('The vector', given, host);
    if (typeof contents !== 'number') checkHostArray('The vector', contents, length, host);
    const gaps = layout && gapsOf(layout);
    const make = () => (length > 0 ? filledVector(driver, contents, length, wanted, gaps) : Promise.resolve(undefined));
    const { made, lifetime: own } = await lifetime.create('vector', make, (inner) => inner?.dispose());
    return createVectorHandle({ owner, driver: made, lifetime: own }, length, wanted, layout) as Vector<HostArray<P>>;
  };
  return {
    id: descriptor.id,
    device: driver.device,
    prepare: async (request) => {
      lifetime.assertAlive();
      return prepareOperator({ descriptor, driver, lifetime, owner }, request);
    },
    sequence: async (products) => {
      lifetime.assertAlive();
      return createSequence(driver, lifetime, owner, products);
    },
    vector: async (contents, precision) => create(contents, precision, undefined),
    dense: async (rows, cols, { data, precision, batch = 1, ...request } = {}) => {
      for (const size of [rows, cols, batch]) checkLength(size);
      const layout = denseLayout('A dense matrix', { rows, cols, batch }, request);
      return create(data ?? denseLength(layout), precision, layout, denseLength(layout));
    },
    finish: () => lifetime.during(() => driver.finish()),
    dispose: () => lifetime.end(),
  };
}
