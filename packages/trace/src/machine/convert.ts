import type { PtxInstruction, PtxOperand } from '../ptx/instruction.ts';
import { syntaxError, unsupported } from '../trace-error.ts';
import type { LaneFunction } from './elementwise.ts';
import { elementwise } from './elementwise.ts';
import type { LaneValue, RegisterLayout, RegisterSlot, ViewName } from './lane-file.ts';
import { viewOf, widthOf } from './lane-file.ts';
import type { LaneAction } from './step.ts';

const nearestEven = (a: number): number => {
  const down = Math.floor(a);
  const rest = a - down;
  if (rest !== 0.5) return Math.round(a);
  return down % 2 === 0 ? down : down + 1;
};

const ROUNDED: Readonly<Record<string, (a: number) => number>> = {
  rni: nearestEven,
  rzi: Math.trunc,
  rmi: Math.floor,
  rpi: Math.ceil,
};

/** Smallest and largest number of a view of integers. */
function rangeOf(view: ViewName): readonly [bigint, bigint] {
  const bits = BigInt(widthOf(view));
  return view.startsWith('i') ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
}

/** A float to an integer: to the nearest that there is, 0 for NaN. */
function toInteger(view: ViewName, round: (a: number) => number): LaneFunction {
  const [least, most] = rangeOf(view);
  const wide = widthOf(view) === 64;
  return (a: number): LaneValue => {
    if (Number.isNaN(a)) return wide ? 0n : 0;
    const whole = round(a);
    const found = whole <= Number(least) ? least : whole >= Number(most) ? most : BigInt(whole);
    return wide ? found : Number(found);
  };
}

function valueOf(instruction: PtxInstruction, rounding: string, to: ViewName, from: ViewName): LaneFunction {
  const [toFloat, fromFloat] = [to.startsWith('f'), from.startsWith('f')];
  if (fromFloat && !toFloat) {
    const round = ROUNDED[rounding];
    if (!round) throw unsupported(instruction, `rounding '${rounding}'`);
    return toInteger(to, round);
  }
  if (fromFloat && ROUNDED[rounding] && to === from) return ROUNDED[rounding];
  if (!['', 'rn'].includes(rounding)) throw unsupported(instruction, `rounding '${rounding}'`);
  // Of 64 bits to f32 through f64 would round twice.
  if (toFloat && widthOf(from) === 64 && !fromFloat && to === 'f32') throw unsupported(instruction, 'this conversion');
  if (toFloat) return (a: LaneValue) => Number(a);
  const wide = widthOf(to) === 64;
  if (wide) return (a: LaneValue) => BigInt(a);
  return widthOf(from) === 64 ? (a: bigint) => Number(BigInt.asUintN(32, a)) : (a: number) => a;
}

/** `cvt.u64.u32`, `cvt.rzi.u32.f64`, …, or `undefined`. */
export function conversion(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  const found = /^cvt(?:\.(rn|rni|rzi|rmi|rpi))?\.([usf](?:16|32|64))\.([usf](?:16|32|64))$/u.exec(instruction.opcode);
  if (!found) return undefined;
  const [to, from] = [viewOf(found[2], instruction), viewOf(found[3], instruction)];
  const value = valueOf(instruction, found[1] ?? '', to, from);
  return elementwise(instruction, layout, { result: to, operands: [from], value });
}

/** Copies bits between a 64-bit register and a pair of 32-bit ones. */
function halves(
  instruction: PtxInstruction,
  layout: RegisterLayout,
  whole: PtxOperand | undefined,
  parts: readonly PtxOperand[],
  split: boolean,
): LaneAction {
  if (whole?.kind !== 'name' || parts.length !== 2) throw unsupported(instruction, 'this list');
  const { width, at }: RegisterSlot = layout.register(instruction, whole.name);
  if (width !== 64) throw unsupported(instruction, 'a list of halves of other than 64 bits');
  const [low, high] = parts.map((part) => layout.slot(instruction, part, 'u32')) as [number, number];
  return ({ file }, lanes) => {
    const { words, u32 } = file;
    for (let lane = 0; lane < 32; lane++) {
      if (!((lanes >>> lane) & 1)) continue;
      const pair = 2 * (at + lane);
      if (split) {
        u32[low + lane] = words[pair];
        u32[high + lane] = words[pair + 1];
      } else {
        words[pair] = u32[low + lane];
        words[pair + 1] = u32[high + lane];
      }
    }
  };
}

const RAW: Readonly<Record<number, ViewName>> = { 1: 'p', 16: 'u16', 32: 'u32', 64: 'u64' };

/** `mov` of any type, and `cvta.to.global`, which changes nothing: there is one space of addresses. */
export function move(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  const found = /^(?:mov|cvta(?:\.to)?\.global)\.(pred|[busf](?:16|32|64))$/u.exec(instruction.opcode);
  if (!found) return undefined;
  const [to, from] = instruction.operands;
  const view = viewOf(found[1], instruction);
  if (to?.kind === 'list') return halves(instruction, layout, from, to.items, true);
  if (from?.kind === 'list') return halves(instruction, layout, to, from.items, false);
  if (!to || !from) throw syntaxError(instruction.line, 'mov takes two operands');
  // Bits are copied as bits: as floats a NaN might lose its own.
  const raw = from.kind === 'name' ? RAW[widthOf(view)] : view;
  return elementwise(instruction, layout, { result: raw, operands: [raw], value: (a: LaneValue) => a });
}
