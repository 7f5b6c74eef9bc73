import type { PtxEntry, PtxInstruction, PtxOperand } from '../ptx/instruction.ts';
import { syntaxError, unsupported } from '../trace-error.ts';

/** Lanes of a warp. */
export const LANES = 32;

/** How the bits of a register are read: a predicate, or a number of a type of PTX. */
export type ViewName = 'p' | 'u16' | 'i16' | 'u32' | 'i32' | 'f32' | 'u64' | 'i64' | 'f64';

/** A value of a lane. Those of 64-bit integers are bigints. */
export type LaneValue = number | bigint;

/** Values of registers, 32 lanes each, one register after another. What is stored is rounded or wrapped to the type. */
export interface Cells {
  [place: number]: LaneValue;
}

/** All registers of one warp: for each width one memory, seen as each type of that width. */
export interface LaneFile extends Readonly<Record<ViewName, Cells>> {
  readonly u32: Uint32Array;
  readonly u64: BigUint64Array;
  readonly p: Uint8Array;
  /** The 64-bit registers as pairs of words, the low one first. */
  readonly words: Uint32Array;
}

/** A register, or a constant kept like one: `at` is the place of lane 0. */
export interface RegisterSlot {
  readonly width: Width;
  readonly at: number;
}

/** Bits of a register, 1 for predicates. */
export type Width = 1 | 16 | 32 | 64;

const VIEWS: Readonly<Record<string, ViewName>> = {
  pred: 'p',
  b16: 'u16',
  u16: 'u16',
  s16: 'i16',
  b32: 'u32',
  u32: 'u32',
  s32: 'i32',
  f32: 'f32',
  b64: 'u64',
  u64: 'u64',
  s64: 'i64',
  f64: 'f64',
};

/** The view of a type of PTX. */
export function viewOf(type: string, instruction: PtxInstruction): ViewName {
  const view = VIEWS[type];
  if (view === undefined) throw unsupported(instruction, `type '${type}'`);
  return view;
}

/** Bits of a view. */
export function widthOf(view: ViewName): Width {
  return view === 'p' ? 1 : (Number(view.slice(1)) as Width);
}

/** A constant as written, in a view. Bits of `0f…` and `0d…` are those of IEEE 754. */
function constantOf(text: string, view: ViewName, line: number): LaneValue {
  const bits = new DataView(new ArrayBuffer(8));
  if (/^0[fF]/u.test(text)) {
    bits.setUint32(0, Number.parseInt(text.slice(2), 16));
    return bits.getFloat32(0);
  }
  if (/^0[dD]/u.test(text)) {
    bits.setBigUint64(0, BigInt(`0x${text.slice(2)}`));
    return bits.getFloat64(0);
  }
  const digits = text.replace(/U$/u, '');
  const negative = digits.startsWith('-');
  if (digits.includes('.')) throw syntaxError(line, `'${text}' is no constant`);
  const whole = BigInt(negative ? digits.slice(1) : digits) * (negative ? -1n : 1n);
  // Compilers write the predicate that holds as -1.
  if (view === 'p') return whole === 0n ? 0 : 1;
  return widthOf(view) === 64 && view !== 'f64' ? whole : Number(whole);
}

/** The registers of a kernel, its constants and special registers, with a place for each. */
export interface RegisterLayout {
  /** The place of an operand that is read as `view`; a constant is kept in that type. Errors: `TRACE.SYNTAX`, `TRACE.UNSUPPORTED`. */
  slot(instruction: PtxInstruction, operand: PtxOperand | undefined, view: ViewName): number;
  /** The register of this name with its width, for what reads or writes any width; a constant where it is an address in shared memory. */
  register(instruction: PtxInstruction, name: string): RegisterSlot;
  /** Special registers in use, each as 32-bit. */
  readonly specials: ReadonlyMap<string, number>;
  /** A file for a warp, constants set. */
  file(): LaneFile;
}

const SPECIAL = /^%(?:tid|ntid|ctaid|nctaid)\.[xyz]$|^%laneid$/u;

/** Lays out the registers of a kernel. `symbols` are addresses in shared memory by name. */
export function layoutOf(entry: PtxEntry, symbols: ReadonlyMap<string, number>): RegisterLayout {
  const counts: Record<Width, number> = { 1: 0, 16: 0, 32: 0, 64: 0 };
  const take = (width: Width): number => LANES * counts[width]++;
  const registers = new Map<string, RegisterSlot>();
  for (const [name, type] of entry.registers) {
    const view = VIEWS[type];
    if (view === undefined) throw syntaxError(entry.instructions[0]?.line ?? 1, `register type '${type}' is unknown`);
    const width = widthOf(view);
    registers.set(name, { width, at: take(width) });
  }
  const specials = new Map<string, number>();
  const constants = new Map<string, { readonly view: ViewName; readonly at: number; readonly value: LaneValue }>();
  const constant = (view: ViewName, value: LaneValue): number => {
    const key = `${view} ${Object.is(value, -0) ? '-0' : value}`;
    const kept = constants.get(key) ?? { view, value, at: take(widthOf(view)) };
    constants.set(key, kept);
    return kept.at;
  };
  const register = (instruction: PtxInstruction, name: string): RegisterSlot => {
    const found = registers.get(name);
    if (found) return found;
    const symbol = symbols.get(name);
    if (symbol !== undefined) return { width: 32, at: constant('u32', symbol) };
    if (!SPECIAL.test(name)) throw unsupported(instruction, `'${name}'`);
    const at = specials.get(name) ?? take(32);
    specials.set(name, at);
    return { width: 32, at };
  };
  return {
    register,
    specials,
    slot(instruction, operand, view) {
      if (operand?.kind === 'number') return constant(view, constantOf(operand.text, view, instruction.line));
      if (operand?.kind !== 'name') throw syntaxError(instruction.line, `an operand of '${instruction.text}' is wrong`);
      const symbol = symbols.get(operand.name);
      if (symbol !== undefined) return constant(view, widthOf(view) === 64 ? BigInt(symbol) : symbol);
      const { width, at } = register(instruction, operand.name);
      if (width !== widthOf(view)) throw syntaxError(instruction.line, `'${operand.name}' has ${width} bits`);
      return at;
    },
    file() {
      const half = new ArrayBuffer(2 * LANES * counts[16]);
      const single = new ArrayBuffer(4 * LANES * counts[32]);
      const double = new ArrayBuffer(8 * LANES * counts[64]);
      const file: LaneFile = {
        p: new Uint8Array(LANES * counts[1]),
        u16: new Uint16Array(half),
        i16: new Int16Array(half),
        u32: new Uint32Array(single),
        i32: new Int32Array(single),
        f32: new Float32Array(single),
        u64: new BigUint64Array(double),
        i64: new BigInt64Array(double),
        f64: new Float64Array(double),
        words: new Uint32Array(double),
      };
      for (const { view, at, value } of constants.values()) {
        for (let lane = 0; lane < LANES; lane++) file[view][at + lane] = value;
      }
      return file;
    },
  };
}
