import type { Backend, HostArray, Precision, Vector } from '@spmv/core';
import { PRECISIONS, SpmvError } from '@spmv/core';
import type { GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import type { GpuVector } from '../run/gpu-vector.ts';
import { createVectorOver } from '../run/gpu-vector.ts';
import type { CallersBuffer } from './callers-types.ts';
import { contextOf } from './context.ts';

/** Whose a buffer is: `borrowed`, the caller's, who destroys it; `adopted`, the vector's, which destroys it when it is disposed of. */
export type Ownership = 'borrowed' | 'adopted';

/** Elements in a buffer of the caller's, made by the device of the backend. */
export interface BufferRange<O extends Ownership = Ownership, P extends Precision = Precision> {
  /** With usage `STORAGE`; to be read, `COPY_SRC`; to be written from the host, `COPY_DST`. */
  readonly buffer: CallersBuffer;
  readonly ownership: O;
  /** Where the elements begin, in bytes: a multiple of the device's limit `minStorageBufferOffsetAlignment`, at most 256. Default 0. */
  readonly offset?: number;
  /** Number of elements. Default: what the buffer has from `offset` on. */
  readonly length?: number;
  /** How they are stored. Default `f32`. */
  readonly precision?: P;
}

/** A vector whose elements lie in a buffer of the caller's. */
export interface BufferVector<O extends Ownership = Ownership, P extends Precision = Precision> extends Vector<
  HostArray<P>
> {
  readonly ownership: O;
}

function bufferError(what: string, fix: string, details: Readonly<Record<string, unknown>>): SpmvError {
  return new SpmvError('OPERAND.BUFFER', what, { fix, details });
}

/** Throws where WebGPU does not bind these bytes. */
function checkRange(
  { size, usage, mapState = 'unmapped' }: CallersBuffer,
  offset: number,
  length: number,
  bytes: number,
  alignment: number,
): void {
  if ((usage & BUFFER_USAGE.storage) === 0) {
    throw bufferError(
      `The GPUBuffer has usage 0x${usage.toString(16)}, without STORAGE (0x80).`,
      'Create it with GPUBufferUsage.STORAGE.',
      { usage },
    );
  }
  if (mapState !== 'unmapped')
    throw bufferError('The GPUBuffer is mapped, and a shader reads none that is.', 'Call its unmap() first.', {
      mapState,
    });
  if (!(Number.isInteger(offset) && offset >= 0 && offset % alignment === 0)) {
    throw bufferError(
      `Offset ${offset} of a vector is no multiple of ${alignment} bytes (minStorageBufferOffsetAlignment).`,
      `Begin at a multiple of ${alignment}.`,
      { offset, alignment },
    );
  }
  if (!(Number.isInteger(length) && length >= 0 && offset + bytes <= size)) {
    throw bufferError(
      `${length} elements take ${bytes} bytes from byte ${offset} on; the GPUBuffer has ${size}.`,
      'Give a length that fits, or a larger buffer.',
      { offset, length, bytes, size },
    );
  }
  if (bytes % 4 !== 0) {
    throw bufferError(
      `${length} elements take ${bytes} bytes, and WebGPU binds multiples of 4.`,
      'Give an even number of elements.',
      { length, bytes },
    );
  }
}

/**
 * A vector over elements of a `GPUBuffer` of the caller's: products read and write them there, and nothing is copied. What lies before and after them is neither read nor written.
 *
 * What the caller submits to the queue and what products are ordered as they are submitted: `submit` submits products that were applied. An operand that is written needs a buffer in which no
 * other operand of the product lies (`OPERAND.ALIASED`), because WebGPU takes a buffer as a whole. A borrowed buffer must outlive the vector.
 *
 * Errors: `OPERAND.BUFFER` (usage, offset or length), `OPERAND.FOREIGN`, `BACKEND.LIMIT`, `KERNEL.PRECISION_UNSUPPORTED`. Without `COPY_SRC` and `COPY_DST` `read` and `write` reject with `OPERAND.BUFFER`.
 */
export function vectorOn<O extends Ownership, P extends Precision = 'f32'>(
  backend: Backend,
  { buffer, ownership, offset = 0, length: given, precision = 'f32' as P }: BufferRange<O, P>,
): BufferVector<O, P> {
  const { context, vectorOver } = contextOf(backend);
  const { storedBytes } = PRECISIONS[precision];
  const length = given ?? Math.max(0, Math.floor((buffer.size - offset) / storedBytes));
  checkRange(
    buffer,
    offset,
    length,
    length * storedBytes,
    context.session.device.limits.minStorageBufferOffsetAlignment,
  );
  const release = ownership === 'adopted' ? () => buffer.destroy() : () => {};
  const needs = (bit: number, name: string): void => {
    if ((buffer.usage & bit) === 0)
      throw bufferError(
        `The GPUBuffer has usage 0x${buffer.usage.toString(16)}, without ${name}.`,
        `Create it with GPUBufferUsage.${name}, or leave its elements on the device.`,
        { usage: buffer.usage },
      );
  };
  const make = (): GpuVector => {
    const vector = createVectorOver(context, { buffer: buffer as GpuBuffer, offset }, length, precision, release);
    return {
      ...vector,
      async write(data) {
        needs(BUFFER_USAGE.copyTarget, 'COPY_DST');
        await vector.write(data);
      },
      async read(target) {
        needs(BUFFER_USAGE.copySource, 'COPY_SRC');
        await vector.read(target);
      },
    };
  };
  return Object.assign(vectorOver(make, length, precision) as Vector<HostArray<P>>, { ownership });
}

/**
 * Where the elements of a vector lie, for a bind group or a vertex buffer of the caller's: bytes `offset` … `offset + size − 1` of `buffer`, as the precision stores them. The buffer stays the
 * vector's; products that were applied are in it after `submit`. Absent of a vector without elements. `B` is what the caller calls a buffer: `bufferOf<GPUBuffer>(backend, y)`.
 *
 * Errors: `OPERAND.FOREIGN`, `LIFETIME.DISPOSED`.
 */
export function bufferOf<
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows which buffer it is
  B extends CallersBuffer = GpuBuffer,
>(
  backend: Backend,
  vector: Vector,
): { readonly buffer: B; readonly offset: number; readonly size: number } | undefined {
  const found = contextOf(backend).driverVector(vector) as GpuVector | undefined;
  if (!found) return undefined;
  const { buffer, offset } = found;
  return {
    buffer: buffer as CallersBuffer as B,
    offset,
    size: vector.length * PRECISIONS[vector.precision].storedBytes,
  };
}
