import type { PtxInstruction, PtxOperand } from '../ptx/instruction.ts';
import { badAddress, syntaxError, unsupported } from '../trace-error.ts';
import type { LaneFile, LaneValue, RegisterLayout, RegisterSlot, ViewName } from './lane-file.ts';
import { LANES, viewOf, widthOf } from './lane-file.ts';
import type { MemoryPort } from './memory-port.ts';
import type { LaneAction } from './step.ts';

/** A type in memory: how many bytes, and how it is read and written. */
interface StoredType {
  readonly bytes: number;
  readonly read: (from: DataView, at: number) => LaneValue;
  readonly write: (to: DataView, at: number, value: LaneValue) => void;
}

const TYPES: Readonly<Record<string, StoredType>> = {
  u8: { bytes: 1, read: (m, at) => m.getUint8(at), write: (m, at, v) => m.setUint8(at, Number(v)) },
  s8: { bytes: 1, read: (m, at) => m.getInt8(at), write: (m, at, v) => m.setInt8(at, Number(v)) },
  u16: { bytes: 2, read: (m, at) => m.getUint16(at, true), write: (m, at, v) => m.setUint16(at, Number(v), true) },
  s16: { bytes: 2, read: (m, at) => m.getInt16(at, true), write: (m, at, v) => m.setInt16(at, Number(v), true) },
  u32: { bytes: 4, read: (m, at) => m.getUint32(at, true), write: (m, at, v) => m.setUint32(at, Number(v), true) },
  s32: { bytes: 4, read: (m, at) => m.getInt32(at, true), write: (m, at, v) => m.setInt32(at, Number(v), true) },
  u64: {
    bytes: 8,
    read: (m, at) => m.getBigUint64(at, true),
    write: (m, at, v) => m.setBigUint64(at, v as bigint, true),
  },
  s64: {
    bytes: 8,
    read: (m, at) => m.getBigInt64(at, true),
    write: (m, at, v) => m.setBigInt64(at, v as bigint, true),
  },
};

/** Bits of floats are moved as bits: `f64` as `u64`. */
function storedType(type: string, instruction: PtxInstruction): StoredType {
  const found = TYPES[/^[bf]/u.test(type) ? `u${type.slice(1)}` : type];
  if (!found) throw unsupported(instruction, `type '${type}'`);
  return found;
}

const OF_WIDTH: Readonly<Record<number, readonly [unsigned: ViewName, signed: ViewName]>> = {
  16: ['u16', 'i16'],
  32: ['u32', 'i32'],
  64: ['u64', 'i64'],
};

interface Register {
  readonly view: ViewName;
  readonly at: number;
  /** A 64-bit register, whose values are bigints. */
  readonly wide: boolean;
}

/** Registers of a load or store: one, or those of a list. They may be wider than what is in memory, not narrower. */
function registersOf(
  instruction: PtxInstruction,
  layout: RegisterLayout,
  operand: PtxOperand | undefined,
  type: string,
): readonly Register[] {
  const items = operand?.kind === 'list' ? operand.items : [operand];
  const { bytes } = storedType(type, instruction);
  return items.map((item) => {
    if (item?.kind === 'number') {
      const view = viewOf(type, instruction);
      return { view: rawView(widthOf(view)), at: layout.slot(instruction, item, view), wide: widthOf(view) === 64 };
    }
    if (item?.kind !== 'name') throw syntaxError(instruction.line, `an operand of '${instruction.text}' is wrong`);
    const { width, at }: RegisterSlot = layout.register(instruction, item.name);
    if (width < 8 * bytes) throw syntaxError(instruction.line, `'${item.name}' has ${width} bits`);
    return { view: rawView(width, type.startsWith('s')), at, wide: width === 64 };
  });
}

function rawView(width: number, signed = false): ViewName {
  return OF_WIDTH[width][signed ? 1 : 0];
}

/** An operand in brackets. Errors: `TRACE.SYNTAX`. */
export function addressOperand(
  instruction: PtxInstruction,
  operand: PtxOperand | undefined,
): Extract<PtxOperand, { kind: 'address' }> {
  if (operand?.kind === 'address') return operand;
  throw syntaxError(instruction.line, `'${instruction.text}' has no address`);
}

/** Addresses of the lanes of `lanes`, into `into`. */
type Addressing = (file: LaneFile, lanes: number, into: Float64Array) => void;

/** How addresses are found: a register and an offset. */
export function addressing(
  instruction: PtxInstruction,
  layout: RegisterLayout,
  base: string,
  offset: number,
): Addressing {
  const { width, at } = layout.register(instruction, base);
  const eachLane = (lanes: number, into: Float64Array, of: (lane: number) => number): void => {
    for (let lane = 0; lane < LANES; lane++) if ((lanes >>> lane) & 1) into[lane] = of(lane) + offset;
  };
  if (width === 64) return ({ u64 }, lanes, into) => eachLane(lanes, into, (lane) => Number(u64[at + lane]));
  if (width === 32) return ({ u32 }, lanes, into) => eachLane(lanes, into, (lane) => u32[at + lane]);
  throw unsupported(instruction, `an address of ${width} bits`);
}

/** Memory at an address, for one lane. */
type Reach = (
  port: MemoryPort,
  lane: number,
  address: number,
  bytes: number,
  writes: boolean,
) => readonly [DataView, number];

/** Memory of a space, `global` or `shared`. Reaching fails with `TRACE.BAD_ADDRESS`. */
export function reachOf(space: string, instruction: PtxInstruction): Reach {
  if (space === 'global') {
    return ({ global }, lane, address, bytes, writes) => {
      const buffer = global.at(instruction, lane, address, bytes, writes);
      return [buffer.contents, address - buffer.address];
    };
  }
  return ({ shared }, lane, address, bytes) => {
    if (address + bytes > shared.byteLength)
      throw badAddress(
        instruction,
        lane,
        address,
        `is beyond the ${shared.byteLength} bytes of shared memory of its block`,
        'shared',
      );
    if (address % bytes !== 0) throw badAddress(instruction, lane, address, `is no multiple of ${bytes}`, 'shared');
    return [shared, address];
  };
}

const CACHE = String.raw`(?:\.(?:relaxed\.gpu|relaxed\.cta|volatile|weak))?`;
const HINTS = String.raw`(?:\.(?:nc|ca|cg|cs|lu|cv|wb|wt|L1::no_allocate|L1::evict_first))*`;
const ACCESS = new RegExp(
  String.raw`^(ld|st)${CACHE}\.(global|shared)${HINTS}(?:\.v([24]))?\.([busf](?:8|16|32|64))$`,
  'u',
);

/** `ld.param.u64 %rd1, [kernel_param_0]`. */
function parameterLoad(
  instruction: PtxInstruction,
  layout: RegisterLayout,
  offsets: ReadonlyMap<string, number>,
): LaneAction | undefined {
  const found = /^ld\.param\.([busf](?:8|16|32|64))$/u.exec(instruction.opcode);
  if (!found) return undefined;
  const type = storedType(found[1], instruction);
  const { base, offset } = addressOperand(instruction, instruction.operands[1]);
  const start = offsets.get(base);
  const [register] = registersOf(instruction, layout, instruction.operands[0], found[1]);
  if (start === undefined || !register) throw syntaxError(instruction.line, `'${base}' is no parameter`);
  const { view, at, wide } = register;
  return ({ file }, lanes, { params }) => {
    const read = type.read(params, start + offset);
    const value = wide ? BigInt(read) : read;
    for (let lane = 0; lane < LANES; lane++) if ((lanes >>> lane) & 1) file[view][at + lane] = value;
  };
}

/** Loads and stores, or `undefined`. `offsets` are those of the parameters. */
export function memoryAccess(
  instruction: PtxInstruction,
  layout: RegisterLayout,
  offsets: ReadonlyMap<string, number>,
): LaneAction | undefined {
  const parameter = parameterLoad(instruction, layout, offsets);
  if (parameter) return parameter;
  const found = ACCESS.exec(instruction.opcode);
  if (!found) return undefined;
  const [, direction, space = '', count = '1', typeName = ''] = found;
  const load = direction === 'ld';
  const type = storedType(typeName, instruction);
  const [first, second] = instruction.operands;
  const { base, offset } = addressOperand(instruction, load ? second : first);
  const registers = registersOf(instruction, layout, load ? first : second, typeName);
  if (registers.length !== Number(count)) throw syntaxError(instruction.line, `${count} registers should stand here`);
  const addresses = new Float64Array(LANES);
  const addressed = addressing(instruction, layout, base, offset);
  const reach = reachOf(space, instruction);
  const bytes = type.bytes * registers.length;
  return (warp, lanes, port) => {
    const { file } = warp;
    addressed(file, lanes, addresses);
    for (let lane = 0; lane < LANES; lane++) {
      if (!((lanes >>> lane) & 1)) continue;
      const [memory, from] = reach(port, lane, addresses[lane], bytes, !load);
      let at = from;
      for (const { view, at: place, wide } of registers) {
        if (load) {
          const read = type.read(memory, at);
          file[view][place + lane] = wide ? BigInt(read) : read;
        } else {
          const value = file[view][place + lane];
          type.write(memory, at, wide && type.bytes < 8 ? BigInt.asUintN(32, BigInt(value)) : value);
        }
        at += type.bytes;
      }
    }
    const told = space === 'global' ? port.accessed : port.sharedAccessed;
    told?.(warp, instruction, load ? 'load' : 'store', lanes, addresses, bytes);
  };
}
