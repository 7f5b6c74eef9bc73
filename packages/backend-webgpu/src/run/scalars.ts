import type { GpuBuffer, GpuBufferBinding } from '../gpu/gpu-types.ts';

/** Most host scalars of an operation: high and low words and the zero after them fit the least distance of two bindings of a uniform. */
export const MOST_SCALARS = 31;

/** Bindings of a uniform begin at multiples of this on every device. */
export const SLOT_BYTES = 256;
/** The same in words. */
export const SLOT_WORDS: number = SLOT_BYTES / 4;

/** What binding 0 is bound to: at one of the places of the buffer of scalars a high and a low word of each, and a zero. */
export function scalarBinding(scalars: GpuBuffer, count: number, place: number): GpuBufferBinding {
  return { buffer: scalars, offset: place * SLOT_BYTES, size: Math.min(MOST_SCALARS, count) * 8 + 4 };
}

/** What f32 leaves of `value`; nothing of infinity. */
function lowWord(value: number): number {
  const high = Math.fround(value);
  return Number.isFinite(high) ? value - high : 0;
}

/** Words of `places` places. */
export function scalarWords(places: number): Float32Array<ArrayBuffer> {
  return new Float32Array(places * SLOT_WORDS);
}

/** Writes scalars to a place of such words. */
export function putScalars(words: Float32Array, place: number, values: Float64Array): void {
  const at = place * SLOT_WORDS;
  const count = values.length;
  for (let s = 0; s < count; s++) {
    const value = values[s] as number;
    words[at + s] = value;
    words[at + count + s] = lowWord(value);
  }
  words[at + 2 * count] = 0;
}
