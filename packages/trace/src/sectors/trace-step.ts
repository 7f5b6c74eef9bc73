import type { DeviceBuffer, GlobalMemory } from '../machine/global-memory.ts';
import { LANES } from '../machine/lane-file.ts';
import type { AccessKind } from '../machine/memory-port.ts';
import type { PtxInstruction } from '../ptx/instruction.ts';
import { SECTOR_BYTES } from './counts.ts';

/** Where and when a step was taken. */
export interface StepPlace {
  /** Number of the launch within the product. */
  readonly launch: number;
  /** Number of the block within the launch, and of the warp within the block. */
  readonly block: number;
  readonly warp: number;
  /** Line of the PTX that was given, and the instruction there. */
  readonly line: number;
  readonly text: string;
  /** Bit i for each lane i that takes part. */
  readonly lanes: number;
}

/** An access of a warp to one buffer. An instruction that reaches into several is one step for each. */
export interface AccessStep extends StepPlace {
  readonly kind: AccessKind;
  /** As the program names it: `A.values`, `x`. */
  readonly buffer: string;
  /** By lane, the first element that it accesses; −1 where it does not. */
  readonly elements: Int32Array;
  /** Elements that a lane accesses; below 1 for parts of one. */
  readonly width: number;
  /** By lane, the address on the simulated device; 0 where there is none. */
  readonly addresses: Float64Array;
  /** Bytes of a lane. */
  readonly bytes: number;
  /** Distinct sectors from the begin of the buffer, ascending. */
  readonly sectors: readonly number[];
}

/** A branch on a predicate. Lanes part where `taken` is neither none nor all of `lanes`. */
export interface BranchStep extends StepPlace {
  readonly kind: 'branch';
  readonly taken: number;
}

/** What a trace tells of, one after another. */
export type TraceStep = AccessStep | BranchStep;

/** What an access touches in one buffer. */
export type Touched = Pick<AccessStep, 'buffer' | 'lanes' | 'elements' | 'width' | 'addresses' | 'bytes' | 'sectors'>;

/** Sectors in which the lanes' bytes lie, by their numbers on the device. */
function sectorsOf(lanes: number, addresses: Float64Array, bytes: number): readonly number[] {
  const found = new Set<number>();
  for (let lane = 0; lane < LANES; lane++) {
    if (!((lanes >>> lane) & 1)) continue;
    const from = addresses[lane];
    const last = Math.floor((from + bytes - 1) / SECTOR_BYTES);
    for (let sector = Math.floor(from / SECTOR_BYTES); sector <= last; sector++) found.add(sector);
  }
  return [...found].toSorted((a, b) => a - b);
}

function touchedIn(buffer: DeviceBuffer, lanes: number, all: Float64Array, bytes: number): Touched {
  const elements = new Int32Array(LANES).fill(-1);
  const addresses = new Float64Array(LANES);
  for (let lane = 0; lane < LANES; lane++) {
    if (!((lanes >>> lane) & 1)) continue;
    addresses[lane] = all[lane];
    elements[lane] = Math.floor((all[lane] - buffer.address) / buffer.elementBytes);
  }
  const first = buffer.address / SECTOR_BYTES;
  const sectors = sectorsOf(lanes, addresses, bytes).map((sector) => sector - first);
  return { buffer: buffer.name, lanes, elements, width: bytes / buffer.elementBytes, addresses, bytes, sectors };
}

/** What the lanes of an instruction touch, by buffer. */
export function touched(
  memory: GlobalMemory,
  instruction: PtxInstruction,
  lanes: number,
  addresses: Float64Array,
  bytes: number,
): readonly Touched[] {
  const parts = new Map<DeviceBuffer, number>();
  for (let lane = 0; lane < LANES; lane++) {
    if (!((lanes >>> lane) & 1)) continue;
    const buffer = memory.at(instruction, lane, addresses[lane], bytes, false);
    parts.set(buffer, (parts.get(buffer) ?? 0) | (1 << lane));
  }
  return [...parts].map(([buffer, part]) => touchedIn(buffer, part, addresses, bytes));
}
