import type { Precision, TypedArray, ValueArray } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { DeviceSession } from '../device/device-session.ts';
import type { GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE, MAP_READ } from '../gpu/usage.ts';
import { createBuffer } from './buffers.ts';
import { deviceElementBytes, isValueArray } from './encode.ts';

/** Elements converted and copied at a time; a multiple of 4, so that every piece begins and ends on whole words. */
const PIECE = 2 ** 22;

/** Bytes of a matrix in flight to the device before waiting for it, so that copies do not pile up. */
const IN_FLIGHT = 2 ** 28;

/** A whole number of words: WebGPU copies nothing less. */
function wholeWords(piece: TypedArray): ArrayBufferView {
  if (piece.byteLength % 4 === 0) return piece;
  const bytes = new Uint8Array(Math.ceil(piece.byteLength / 4) * 4);
  bytes.set(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
  return bytes;
}

/** Copies an array in, values in the device's form of this precision. Ordered after everything submitted before, and before everything after up to `most` bytes. `offset` is where it begins in the buffer, in bytes. */
export async function upload(
  session: DeviceSession,
  buffer: GpuBuffer,
  array: TypedArray,
  precision: Precision,
  most: number = IN_FLIGHT,
  offset = 0,
): Promise<void> {
  const bytesEach = deviceElementBytes(array, precision);
  const { encoding } = PRECISIONS[precision];
  let inFlight = 0;
  for (let begin = 0; begin < array.length; begin += PIECE) {
    const end = Math.min(array.length, begin + PIECE);
    const piece = isValueArray(array) ? encoding.encode(array.subarray(begin, end)) : array.subarray(begin, end);
    const words = wholeWords(piece);
    session.device.queue.writeBuffer(
      buffer,
      offset + begin * bytesEach,
      words.buffer as ArrayBuffer,
      words.byteOffset,
      words.byteLength,
    );
    inFlight += words.byteLength;
    if (inFlight < most || end === array.length) continue;
    await session.device.queue.onSubmittedWorkDone().catch(session.health.blame);
    inFlight = 0;
  }
}

/** Bytes first … first + count − 1 of a buffer, after everything submitted before. A multiple of 4 each. */
async function download(
  session: DeviceSession,
  buffer: GpuBuffer,
  first: number,
  count: number,
  use: (bytes: ArrayBuffer) => void,
): Promise<void> {
  const { device } = session;
  const staging = await createBuffer(
    session,
    'the copy to read',
    count,
    BUFFER_USAGE.mapRead | BUFFER_USAGE.copyTarget,
  );
  try {
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, first, staging, 0, count);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ, 0, count);
    use(staging.getMappedRange(0, count));
    staging.unmap();
  } catch (cause) {
    return await session.health.blame(cause);
  } finally {
    staging.destroy();
  }
}

/** Bytes out of a buffer, from `offset` on, into all of `target`. */
export async function downloadBytes(
  session: DeviceSession,
  buffer: GpuBuffer,
  offset: number,
  target: Uint8Array,
): Promise<void> {
  const piece = PIECE * 16;
  for (let begin = 0; begin < target.length; begin += piece) {
    const part = target.subarray(begin, Math.min(target.length, begin + piece));
    const skipped = (offset + begin) % 4;
    const count = Math.ceil((skipped + part.length) / 4) * 4;
    await download(session, buffer, offset + begin - skipped, count, (mapped) =>
      part.set(new Uint8Array(mapped, skipped, part.length)),
    );
  }
}

/** Values of this precision out of a buffer, from byte `offset` on, into all of `target`. */
export async function downloadValues(
  session: DeviceSession,
  buffer: GpuBuffer,
  precision: Precision,
  target: ValueArray,
  offset: number,
): Promise<void> {
  const bytesEach = deviceElementBytes(target, precision);
  const { encoding } = PRECISIONS[precision];
  const piece = PIECE * 4;
  for (let begin = 0; begin < target.length; begin += piece) {
    const count = Math.min(target.length - begin, piece);
    const bytes = Math.ceil((count * bytesEach) / 4) * 4;
    await download(session, buffer, offset + begin * bytesEach, bytes, (mapped) =>
      encoding.decode(mapped, target.subarray(begin, begin + count)),
    );
  }
}

/** 32-bit words out of a buffer. */
export async function downloadWords(session: DeviceSession, buffer: GpuBuffer, count: number): Promise<Uint32Array> {
  const words = new Uint32Array(count);
  await download(session, buffer, 0, count * 4, (mapped) => words.set(new Uint32Array(mapped, 0, count)));
  return words;
}

/** Single-precision numbers out of a buffer. */
export async function downloadFloats(session: DeviceSession, buffer: GpuBuffer, count: number): Promise<Float32Array> {
  return new Float32Array((await downloadWords(session, buffer, count)).buffer as ArrayBuffer);
}
