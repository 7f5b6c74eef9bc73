import type { AccessStep, TraceStep } from '@spmv/trace';
import { SECTOR } from './sector-words.ts';

/** Lanes in a mask. */
function lanesIn(lanes: number): number {
  let count = 0;
  for (let rest = lanes; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const VERBS = { load: 'load', store: 'store', atomic: 'add atomically to' } as const;

/** `block 0, warp 1: load A.values, 27 lanes of 8 bytes: 9 sectors, not coalesced: 7 would hold as much`. */
export function stepWords(step: TraceStep): string {
  const where = `block ${step.block}, warp ${step.warp}`;
  const count = lanesIn(step.lanes);
  if (step.kind === 'branch') {
    const taken = lanesIn(step.taken);
    return `${where}: the warp diverges: of ${count} lanes ${taken} go one way, ${count - taken} the other`;
  }
  const least = leastSectors(step);
  const sectors = `${step.sectors.length} ${step.sectors.length === 1 ? 'sector' : 'sectors'}`;
  // One lane has no neighbour whose access could come with its own.
  const better =
    count === 1 ? '' : least < step.sectors.length ? `, not coalesced: ${least} would hold as much` : ', coalesced';
  return `${where}: ${VERBS[step.kind]} ${step.buffer}, ${count} ${count === 1 ? 'lane' : 'lanes'} of ${step.bytes} bytes: ${sectors}${better}`;
}

/** Sectors that the steps up to one have moved, that one counted. */
export function sectorsUntil(steps: readonly TraceStep[], at: number): number {
  return steps.slice(0, at + 1).reduce((sum, step) => sum + (step.kind === 'branch' ? 0 : step.sectors.length), 0);
}

/** Sectors that the distinct bytes would fill. */
export function leastSectors({ addresses, lanes, bytes }: AccessStep): number {
  const distinct = new Set([...addresses].filter((_, lane) => (lanes >>> lane) & 1));
  return Math.ceil((distinct.size * bytes) / SECTOR);
}

/** What of a lane: nothing, or what it accesses. */
export interface LaneWords {
  readonly lane: number;
  readonly active: boolean;
  /** `values[12]` by its number, or which way it goes. */
  readonly element: string;
  readonly address: string;
  /** Which of the step's sectors, counted from 0; −1 where none. */
  readonly sector: number;
}

/** All 32 lanes of a step. */
export function laneWords(step: TraceStep): readonly LaneWords[] {
  return Array.from({ length: 32 }, (_, lane) => {
    const active = ((step.lanes >>> lane) & 1) === 1;
    if (!active) return { lane, active, element: '', address: '', sector: -1 };
    if (step.kind === 'branch') {
      const taken = ((step.taken >>> lane) & 1) === 1;
      return { lane, active, element: taken ? 'jumps' : 'stays', address: '', sector: taken ? 0 : 1 };
    }
    const address = step.addresses[lane] as number;
    const element = step.elements[lane] as number;
    const sector = step.sectors.indexOf(Math.floor(bytesBefore(step, lane) / SECTOR));
    return { lane, active, element: `${element}`, address: `0x${address.toString(16)}`, sector };
  });
}

/** Bytes from the begin of the buffer. */
function bytesBefore({ elements, bytes, width }: AccessStep, lane: number): number {
  return ((elements[lane] as number) * bytes) / width;
}
