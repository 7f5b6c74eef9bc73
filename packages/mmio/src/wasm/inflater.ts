import { instantiate } from './instantiate.ts';
import { INFLATER_BASE64 } from './inflater.generated.ts';

/** Where bytes are copied to; the same number stands in assembly/inflate/layout.ts. */
const INPUT = 0x8000;

/** Bytes of gzip that one call takes. */
export const INFLATE_BYTES = 0x20000;

/** What a call ended with: at the end of its bytes, at the end of its room for text, at the end of the member, or an error. */
export const INFLATED = { more: 0, full: 1, done: 2 } as const;

/** What is wrong, by the numbers above 2; the same order stands in assembly/inflate/. */
const WRONG = [
  'it ends too early',
  'a block is of no kind that there is',
  'the length of a stored block contradicts itself',
  'the codes of a block are none',
  'a symbol is none',
  'a distance leads to before the text',
  'the checksum is wrong',
  'the length at the end is wrong',
] as const;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  inflate(length: number, hasAll: 0 | 1): number;
  used(): number;
  textStart(): number;
  textEnd(): number;
}

/** Inflates the blocks and the end of one member of gzip, behind its header. */
export interface Inflater {
  /** Where bytes are copied to, {@link INFLATE_BYTES} long. */
  readonly input: Uint8Array;
  /** Takes `input[0…length)`; `hasAll` when nothing follows them. One of {@link INFLATED}, or more for {@link Inflater.wrong}. */
  inflate(length: number, hasAll: boolean): number;
  /** What is wrong where a call ended with more than {@link INFLATED} has. The text up to there is good. */
  wrong(ended: number): string | undefined;
  /** Bytes of the input that the last call used up. */
  used(): number;
  /** What the last call made, valid until the next. */
  text(): Uint8Array;
}

/** The WebAssembly inflater, for one member; undefined where there is no WebAssembly with 128-bit SIMD. Memory: 512 KiB. */
export function createInflater(): Inflater | undefined {
  const exports = instantiate(INFLATER_BASE64) as Exports | undefined;
  if (exports === undefined) return undefined;
  const { buffer } = exports.memory;
  return {
    input: new Uint8Array(buffer, INPUT, INFLATE_BYTES),
    inflate: (length, hasAll) => exports.inflate(length, hasAll ? 1 : 0),
    wrong: (ended) => WRONG[ended - INFLATED.done - 1],
    used: () => exports.used(),
    text: () => new Uint8Array(buffer, exports.textStart(), exports.textEnd() - exports.textStart()),
  };
}
