import type { PtxInstruction } from '../ptx/instruction.ts';
import type { Elementwise, LaneFunction } from './elementwise.ts';
import { alike } from './elementwise.ts';
import { viewOf, widthOf } from './lane-file.ts';

const reversed = (a: number): number => {
  let [from, to] = [a, 0];
  for (let bit = 0; bit < 32; bit++, from >>>= 1) to = (to << 1) | (from & 1);
  return to;
};

const population = (a: number): number => {
  let count = 0;
  for (let rest = a; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** A number of the first set bit from above, -1 where none is; or by how much it is to be shifted to be the highest. */
const highest = (a: number, shift: boolean): number => {
  if (a === 0) return -1;
  return shift ? Math.clz32(a) : 31 - Math.clz32(a);
};

/** A shift beyond the width leaves nothing, or the sign. */
function shiftOf(opcode: string, instruction: PtxInstruction): Elementwise | undefined {
  const found = /^(shl|shr)\.([bus](?:16|32|64))$/u.exec(opcode);
  if (!found) return undefined;
  const view = viewOf(found[2], instruction);
  const bits = widthOf(view);
  const left = found[1] === 'shl';
  const wide: LaneFunction = (a: bigint, by: number) =>
    left ? (by >= bits ? 0n : a << BigInt(by)) : a >> BigInt(Math.min(by, bits));
  const number: LaneFunction = (a: number, by: number) => {
    if (left) return by >= bits ? 0 : a << by;
    if (view.startsWith('i')) return a >> Math.min(by, 31);
    return by >= bits ? 0 : a >>> by;
  };
  return { result: view, operands: [view, 'u32'], value: bits === 64 ? wide : number };
}

const masked = (length: number): number => (length >= 32 ? -1 : 2 ** length - 1);

/** Bits `at` … `at + length` of a, with the sign of the last of them where it counts. */
const extracted = (a: number, at: number, length: number, signed: boolean): number => {
  const [first, count] = [at & 255, Math.min(length & 255, 32)];
  if (count === 0) return 0;
  if (!signed) return first > 31 ? 0 : (a >>> first) & masked(count);
  const last = Math.min(first + count - 1, 31);
  const value = first > 31 ? a >> 31 : a >> first;
  const kept = last - first + 1;
  return first > 31 || kept >= 32 ? value : (value << (32 - kept)) >> (32 - kept);
};

const permuted = (a: number, b: number, selector: number): number => {
  let result = 0;
  for (let byte = 0; byte < 4; byte++) {
    const choice = (selector >>> (4 * byte)) & 15;
    const from = choice & 4 ? b : a;
    const value = (from >>> (8 * (choice & 3))) & 255;
    result |= (choice & 8 ? (value & 128 ? 255 : 0) : value) << (8 * byte);
  }
  return result;
};

const SIMPLE: Readonly<Record<string, readonly [count: number, value: LaneFunction]>> = {
  'brev.b32': [1, reversed],
  'popc.b32': [1, population],
  'clz.b32': [1, (a: number) => Math.clz32(a)],
  'bfind.u32': [1, (a: number) => highest(a, false)],
  'bfind.shiftamt.u32': [1, (a: number) => highest(a, true)],
  'prmt.b32': [3, permuted],
  'bfe.u32': [3, (a: number, at: number, length: number) => extracted(a, at, length, false)],
  'bfe.s32': [3, (a: number, at: number, length: number) => extracted(a, at, length, true)],
};

/** Instructions that look at bits, or `undefined`. */
export function bitsOperation(instruction: PtxInstruction): Elementwise | undefined {
  const simple = SIMPLE[instruction.opcode];
  return simple ? alike('u32', simple[0], simple[1]) : shiftOf(instruction.opcode, instruction);
}
