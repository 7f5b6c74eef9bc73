import type { PtxInstruction } from '../ptx/instruction.ts';
import { LANES } from './lane-file.ts';
import type { Access } from './memory-port.ts';

/** Two accesses of one place in shared memory, by two threads, one of them a write, and nothing that puts them into an order between them. */
export interface SharedHazard {
  readonly instruction: PtxInstruction;
  readonly address: number;
  /** Threads of the block: that which had accessed it before, or -1 where there were several, and this one. */
  readonly before: number;
  readonly thread: number;
}

/** Watches shared memory of one block after another. */
export interface SharedHazards {
  /** A new block. */
  begin(): void;
  /** All warps of the block stood at a barrier. */
  opened(): void;
  /** The lanes of this warp did. Votes, shuffles and matches let lanes wait for one another, and put nothing of memory into an order. */
  warpOpened(warp: number): void;
  accessed(warp: number, ...access: Access): void;
}

/** Who accessed a byte last in one way: since which barriers of block and warp, and in which instruction of the warp. */
interface Last {
  readonly thread: Int32Array;
  readonly time: Int32Array;
  readonly isStrong: Uint8Array;
}

/** As the memory model of PTX has it, such accesses are no data race with one another. */
const STRONG = /\.(?:volatile|relaxed)\b/u;
const NOBODY = -2;
const SEVERAL = -1;

/** Tells `found` each hazard, byte by byte as they are met; lanes of one instruction are none of one another. */
export function watchSharedMemory(bytes: number, warps: number, found: (hazard: SharedHazard) => void): SharedHazards {
  const last = (): Last => ({
    thread: new Int32Array(bytes).fill(NOBODY),
    time: new Int32Array(bytes),
    isStrong: new Uint8Array(bytes),
  });
  const [written, read] = [last(), last()];
  // Barriers of all are barriers of each warp.
  let blockTime = 0;
  let now = 0;
  const warpTime = new Int32Array(warps);
  const isOrdered = ({ thread, time }: Last, at: number, warp: number): boolean => {
    const before = thread[at];
    const when = time[at];
    if (before === NOBODY || when < blockTime) return true;
    return before !== SEVERAL && Math.floor(before / LANES) === warp && when < warpTime[warp];
  };
  return {
    begin() {
      for (const one of [written, read]) one.thread.fill(NOBODY);
    },
    opened() {
      blockTime = ++now;
    },
    warpOpened(warp) {
      warpTime[warp] = ++now;
    },
    accessed(warp, instruction, kind, lanes, addresses, count) {
      // Lanes are compared with what was before the instruction, and noted after all of them.
      const isStrong = kind === 'atomic' || STRONG.test(instruction.opcode) ? 1 : 0;
      const eachByte = (work: (at: number, thread: number) => void): void => {
        for (let lane = 0; lane < LANES; lane++) {
          if (!((lanes >>> lane) & 1)) continue;
          const address = addresses[lane];
          for (let at = address; at < address + count; at++) work(at, warp * LANES + lane);
        }
      };
      eachByte((address, thread) => {
        for (const one of kind === 'load' ? [written] : [written, read]) {
          const before = one.thread[address];
          if (before === thread || (isStrong && one.isStrong[address]) || isOrdered(one, address, warp)) continue;
          found({ instruction, address, before, thread });
        }
      });
      now++;
      const noted = kind === 'load' ? read : written;
      eachByte((at, thread) => {
        const before = noted.thread[at];
        const isNew = kind !== 'load' || before === NOBODY || before === thread || isOrdered(noted, at, warp);
        noted.thread[at] = isNew ? thread : SEVERAL;
        noted.time[at] = now;
        noted.isStrong[at] = isStrong;
      });
    },
  };
}
