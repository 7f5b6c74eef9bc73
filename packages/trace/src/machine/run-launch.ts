import type { PtxInstruction } from '../ptx/instruction.ts';
import { stepLimit } from '../trace-error.ts';
import type { Program } from './decode.ts';
import type { GlobalMemory } from './global-memory.ts';
import { LANES } from './lane-file.ts';
import type { Access, MemoryPort } from './memory-port.ts';
import { runWarp } from './run-warp.ts';
import type { SharedHazard } from './shared-hazards.ts';
import { watchSharedMemory } from './shared-hazards.ts';
import type { Warp } from './warp.ts';

/** A triple of sizes: x, y, z. */
export type Triple = readonly [number, number, number];

/** A kernel with everything it is launched with. */
export interface Launch {
  readonly program: Program;
  readonly grid: Triple;
  readonly block: Triple;
  /** Dynamic shared memory. */
  readonly sharedBytes: number;
  /** Bytes of the arguments, in the places that the program says. */
  readonly params: DataView;
  readonly memory: GlobalMemory;
  /** Most instructions of warps. */
  readonly maxSteps: number;
}

/** Who is told what happens; `block` and `warp` are numbers, `lanes` masks. */
export interface LaunchObserver {
  readonly executed: (block: number, warp: number, instruction: PtxInstruction, lanes: number) => void;
  readonly branched: (block: number, warp: number, instruction: PtxInstruction, lanes: number, taken: number) => void;
  readonly accessed: (block: number, warp: number, ...access: Access) => void;
  /** Told of accesses of shared memory that nothing puts into an order; see `watchSharedMemory`. */
  readonly hazard?: (hazard: SharedHazard) => void;
}

/** Instructions of a warp before another one of its block has its turn: one that waits for another must not keep it from running. */
const TURN = 4096;

function setSpecials({ program, grid, block }: Launch, warp: Warp, at: Triple): void {
  const [bx, by] = block;
  for (const [name, place] of program.layout.specials) {
    const [, kind, axis = 'x'] = /^%([a-z]+)(?:\.([xyz]))?$/u.exec(name) as RegExpExecArray;
    const d = 'xyz'.indexOf(axis);
    for (let lane = 0; lane < LANES; lane++) {
      const thread = warp.index * LANES + lane;
      const tid: Triple = [thread % bx, Math.floor(thread / bx) % by, Math.floor(thread / (bx * by))];
      const found = { tid, ntid: block, ctaid: at, nctaid: grid }[kind as 'tid'];
      warp.file.u32[place + lane] = found ? found[d] : lane;
    }
  }
}

/** The warps of a block, made once and begun anew for each block. */
function warpsOf({ program, block }: Launch): readonly Warp[] {
  const threads = block[0] * block[1] * block[2];
  return Array.from({ length: Math.ceil(threads / LANES) }, (_, index) => ({
    file: program.layout.file(),
    index,
    paths: [],
    live: 0,
    waiting: false,
  }));
}

function begin(launch: Launch, warps: readonly Warp[], at: Triple): void {
  const threads = launch.block[0] * launch.block[1] * launch.block[2];
  for (const warp of warps) {
    const lanes = Math.min(LANES, threads - warp.index * LANES);
    warp.live = lanes === LANES ? -1 : 2 ** lanes - 1;
    warp.waiting = false;
    warp.paths.length = 0;
    warp.paths.push({ at: 0, meet: -1, lanes: warp.live });
    setSpecials(launch, warp, at);
  }
}

/**
 * Runs all blocks, one after another in the order of their numbers, and the warps of a block in turns: a barrier opens when every warp
 * of the block that has not ended stands at it.
 *
 * Errors: `TRACE.BAD_ADDRESS`, `TRACE.DIVERGED`, `TRACE.STEP_LIMIT`.
 */
export function runLaunch(launch: Launch, observer: LaunchObserver): void {
  const { program, grid, memory, params, sharedBytes, maxSteps } = launch;
  const warps = warpsOf(launch);
  const shared = new Uint8Array(program.sharedBytes + sharedBytes);
  let number = 0;
  let left = maxSteps;
  const hazards = observer.hazard && watchSharedMemory(shared.byteLength, warps.length, observer.hazard);
  const port: MemoryPort = {
    global: memory,
    shared: new DataView(shared.buffer),
    params,
    accessed: (warp, ...rest) => observer.accessed(number, warp.index, ...rest),
    ...(hazards ? { sharedAccessed: (warp, ...rest) => hazards.accessed(warp.index, ...rest) } : {}),
  };
  const watching = {
    executed(warp: Warp, instruction: PtxInstruction, lanes: number) {
      if (instruction.opcode === 'bar.warp.sync') hazards?.warpOpened(warp.index);
      observer.executed(number, warp.index, instruction, lanes);
    },
    branched: (warp: Warp, instruction: PtxInstruction, lanes: number, taken: number) =>
      observer.branched(number, warp.index, instruction, lanes, taken),
  };
  const runBlock = (): void => {
    for (;;) {
      let running = false;
      for (const warp of warps) {
        if (warp.waiting || warp.live === 0) continue;
        left -= runWarp(program, warp, port, watching, Math.min(TURN, left));
        if (left <= 0) throw stepLimit(maxSteps);
        if (!warp.waiting && warp.live !== 0) running = true;
      }
      if (running) continue;
      if (warps.every((warp) => warp.live === 0)) return;
      for (const warp of warps) warp.waiting = false;
      hazards?.opened();
    }
  };
  for (let z = 0; z < grid[2]; z++) {
    for (let y = 0; y < grid[1]; y++) {
      for (let x = 0; x < grid[0]; x++, number++) {
        shared.fill(0);
        hazards?.begin();
        begin(launch, warps, [x, y, z]);
        runBlock();
      }
    }
  }
}
