import type { PtxInstruction } from '../ptx/instruction.ts';
import type { LaneValue, RegisterLayout } from './lane-file.ts';
import { LANES, viewOf, widthOf } from './lane-file.ts';
import { addressing, addressOperand, reachOf } from './memory-access.ts';
import type { LaneAction } from './step.ts';

/** What is in memory afterwards, of what was there and what a lane gives. */
type Update = (old: never, value: never, other: never) => LaneValue;

/** What atomic operations do, in the order of the lanes. */
const UPDATES: Readonly<Record<string, Update>> = {
  'add.f32': (old: number, value: number) => Math.fround(old + value),
  'add.f64': (old: number, value: number) => old + value,
  'add.u32': (old: number, value: number) => (old + value) >>> 0,
  'add.s32': (old: number, value: number) => (old + value) | 0,
  'add.u64': (old: bigint, value: bigint) => BigInt.asUintN(64, old + value),
  'max.s32': (old: number, value: number) => Math.max(old, value),
  'max.u64': (old: bigint, value: bigint) => (old > value ? old : value),
  'or.b32': (old: number, value: number) => (old | value) >>> 0,
  'cas.b32': (old: number, compared: number, value: number) => (old === compared ? value : old),
};

const OPCODE =
  /^(atom|red)(?:\.relaxed(?:\.gpu|\.cta)?)?\.(global|shared)\.((?:add|max|or|cas)\.(f32|f64|u32|s32|u64|b32))$/u;

const ACCESSORS = {
  f32: [
    (m: DataView, at: number) => m.getFloat32(at, true),
    (m: DataView, at: number, v: number) => m.setFloat32(at, v, true),
  ],
  f64: [
    (m: DataView, at: number) => m.getFloat64(at, true),
    (m: DataView, at: number, v: number) => m.setFloat64(at, v, true),
  ],
  u32: [
    (m: DataView, at: number) => m.getUint32(at, true),
    (m: DataView, at: number, v: number) => m.setUint32(at, v, true),
  ],
  i32: [
    (m: DataView, at: number) => m.getInt32(at, true),
    (m: DataView, at: number, v: number) => m.setInt32(at, v, true),
  ],
  u64: [
    (m: DataView, at: number) => m.getBigUint64(at, true),
    (m: DataView, at: number, v: bigint) => m.setBigUint64(at, v, true),
  ],
} as const;

/** `atom.global.add.f64 %fd1, [%rd1], %fd2`, `atom.shared.cas.b32 %r1, [%r2], %r3, %r4` and `red`, or `undefined`. */
export function atomicAccess(instruction: PtxInstruction, layout: RegisterLayout): LaneAction | undefined {
  const [, kind, space = '', name = '', type = ''] = OPCODE.exec(instruction.opcode) ?? [];
  const update = UPDATES[name] as ((old: LaneValue, value: LaneValue, other?: LaneValue) => LaneValue) | undefined;
  if (!update) return undefined;
  const view = viewOf(type, instruction);
  const [result, address, ...given] = kind === 'atom' ? instruction.operands : [undefined, ...instruction.operands];
  const { base, offset } = addressOperand(instruction, address);
  const addressed = addressing(instruction, layout, base, offset);
  const [first = 0, second] = given.map((operand) => layout.slot(instruction, operand, view));
  const to = result ? layout.slot(instruction, result, view) : undefined;
  const addresses = new Float64Array(LANES);
  const reach = reachOf(space, instruction);
  const bytes = widthOf(view) / 8;
  const [get, put] = ACCESSORS[view as keyof typeof ACCESSORS] as readonly [
    (memory: DataView, at: number) => LaneValue,
    (memory: DataView, at: number, value: LaneValue) => void,
  ];
  return (warp, lanes, port) => {
    const values = warp.file[view];
    addressed(warp.file, lanes, addresses);
    for (let lane = 0; lane < LANES; lane++) {
      if (!((lanes >>> lane) & 1)) continue;
      const [memory, at] = reach(port, lane, addresses[lane], bytes, true);
      const old = get(memory, at);
      put(memory, at, update(old, values[first + lane], second === undefined ? undefined : values[second + lane]));
      if (to !== undefined) values[to + lane] = old;
    }
    const told = space === 'global' ? port.accessed : port.sharedAccessed;
    told?.(warp, instruction, 'atomic', lanes, addresses, bytes);
  };
}
