import type { PtxInstruction } from '../ptx/instruction.ts';
import type { Elementwise, LaneFunction } from './elementwise.ts';
import { alike } from './elementwise.ts';
import { fmaDouble, fmaSingle } from './fused-multiply-add.ts';
import type { ViewName } from './lane-file.ts';
import { viewOf, widthOf } from './lane-file.ts';

type Numbers = (a: number, b: number, c: number) => number;
type Wides = (a: bigint, b: bigint, c: bigint) => bigint;

/** What an operation does to numbers, and to 64-bit integers. */
interface Both {
  readonly number: Numbers;
  readonly wide?: Wides;
}

const orNan = (a: number, b: number, other: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : other);

/** Of any type; results are wrapped or rounded as they are stored. */
const PLAIN: Readonly<Record<string, Both & { readonly count: number }>> = {
  add: { count: 2, number: (a, b) => a + b, wide: (a, b) => a + b },
  sub: { count: 2, number: (a, b) => a - b, wide: (a, b) => a - b },
  min: { count: 2, number: (a, b) => orNan(a, b, Math.min(a, b)), wide: (a, b) => (a < b ? a : b) },
  max: { count: 2, number: (a, b) => orNan(a, b, Math.max(a, b)), wide: (a, b) => (a > b ? a : b) },
  neg: { count: 1, number: (a) => -a, wide: (a) => -a },
  abs: { count: 1, number: (a) => Math.abs(a), wide: (a) => (a < 0n ? -a : a) },
};

const BITWISE: Readonly<Record<string, Both & { readonly count: number }>> = {
  and: { count: 2, number: (a, b) => a & b, wide: (a, b) => a & b },
  or: { count: 2, number: (a, b) => a | b, wide: (a, b) => a | b },
  xor: { count: 2, number: (a, b) => a ^ b, wide: (a, b) => a ^ b },
  not: { count: 1, number: (a) => ~a, wide: (a) => ~a },
};

/** Devices give all bits set for a quotient by 0, and the dividend for its remainder. */
const INTEGER: Readonly<Record<string, Both & { readonly count: number }>> = {
  div: { count: 2, number: (a, b) => (b === 0 ? -1 : Math.trunc(a / b)), wide: (a, b) => (b === 0n ? -1n : a / b) },
  rem: { count: 2, number: (a, b) => (b === 0 ? a : a % b), wide: (a, b) => (b === 0n ? a : a % b) },
  'mul.lo': { count: 2, number: (a, b) => Math.imul(a, b), wide: (a, b) => a * b },
  'mad.lo': { count: 3, number: (a, b, c) => Math.imul(a, b) + c, wide: (a, b, c) => a * b + c },
};

const HIGH = (a: number, b: number): number => Number((BigInt(a) * BigInt(b)) >> 32n);

function chosen(view: ViewName, { number, wide }: Both): LaneFunction {
  return view === 'u64' || view === 'i64' ? (wide as LaneFunction) : number;
}

function plain(name: string, view: ViewName): Elementwise | undefined {
  const table = { ...PLAIN, ...BITWISE, ...INTEGER };
  const found = table[name];
  return found ? alike(view, found.count, chosen(view, found)) : undefined;
}

/** `mul.wide.s32`: twice as many bits come out. */
function wideProduct(name: string, type: string, view: ViewName): Elementwise {
  const bits = 2 * widthOf(view);
  const result = `${type.startsWith('s') ? 'i' : 'u'}${bits}` as ViewName;
  const product: LaneFunction =
    bits === 64 ? (a: number, b: number) => BigInt(a) * BigInt(b) : (a: number, b: number) => a * b;
  if (name === 'mul.wide') return { result, operands: [view, view], value: product };
  const sum: LaneFunction =
    bits === 64
      ? (a: number, b: number, c: bigint) => BigInt(a) * BigInt(b) + c
      : (a: number, b: number, c: number) => a * b + c;
  return { result, operands: [view, view, result], value: sum };
}

const FLOATING: Readonly<Record<string, readonly [count: number, value: Numbers]>> = {
  mul: [2, (a, b) => a * b],
  div: [2, (a, b) => a / b],
  rcp: [1, (a) => 1 / a],
  sqrt: [1, (a) => Math.sqrt(a)],
};

function floating(name: string, view: ViewName): Elementwise | undefined {
  if (name === 'fma' || name === 'mad') return alike(view, 3, view === 'f32' ? fmaSingle : fmaDouble);
  const found = FLOATING[name];
  return found ? alike(view, found[0], found[1]) : plain(name, view);
}

const WHOLE = /^(add|sub|min|max|neg|abs|div|rem|mul\.lo|mad\.lo)\.([us](?:16|32|64))$/u;
const WIDE = /^(mul\.wide|mad\.wide)\.([us](?:16|32))$/u;
const HIGHER = /^mul\.hi\.([us]32)$/u;
const FLOAT = /^(add|sub|mul|div|rcp|sqrt|fma|mad)(?:\.rn)?\.(f32|f64)$|^(min|max|neg|abs)\.(f32|f64)$/u;
const BITS = /^(and|or|xor|not)\.(pred|b16|b32|b64)$/u;

/** `add.s32` and the like, or `undefined`. */
export function arithmeticOf(instruction: PtxInstruction): Elementwise | undefined {
  const { opcode } = instruction;
  const float = FLOAT.exec(opcode);
  if (float) return floating(float[1] ?? float[3], viewOf(float[2] ?? float[4], instruction));
  const whole = WHOLE.exec(opcode) ?? BITS.exec(opcode);
  if (whole) {
    const view = viewOf(whole[2], instruction);
    if (opcode === 'not.pred') return alike('p', 1, (a: number) => 1 - a);
    return plain(whole[1], view);
  }
  const wide = WIDE.exec(opcode);
  if (wide) return wideProduct(wide[1], wide[2], viewOf(wide[2], instruction));
  const high = HIGHER.exec(opcode);
  return high ? alike(viewOf(high[1], instruction), 2, HIGH) : undefined;
}
