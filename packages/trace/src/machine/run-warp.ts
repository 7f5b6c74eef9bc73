import type { PtxInstruction } from '../ptx/instruction.ts';
import { divergedError } from '../trace-error.ts';
import type { Program } from './decode.ts';
import type { MemoryPort } from './memory-port.ts';
import type { ReadyInstruction } from './step.ts';
import { guarded } from './step.ts';
import type { Path, Warp } from './warp.ts';

/** Who is told what warps do besides memory. */
export interface WarpObserver {
  /** An instruction of a warp, with the lanes that take part. */
  readonly executed: (warp: Warp, instruction: PtxInstruction, lanes: number) => void;
  /** A branch that depends on a predicate: `taken` of `lanes` go where it leads. */
  readonly branched: (warp: Warp, instruction: PtxInstruction, lanes: number, taken: number) => void;
}

function endLanes(warp: Warp, lanes: number): void {
  warp.live &= ~lanes;
  for (const path of warp.paths) path.lanes &= ~lanes;
}

/** Lets the lanes of a branch part: first those that it takes, then the others, then all from where they meet. */
function part(
  warp: Warp,
  path: Path,
  { target, meet }: Extract<ReadyInstruction, { kind: 'branch' }>,
  taken: number,
): void {
  const others = path.lanes & ~taken;
  const next = path.at + 1;
  path.at = meet;
  if (meet === path.meet) warp.paths.pop();
  if (next !== meet) warp.paths.push({ at: next, meet, lanes: others });
  if (target !== meet) warp.paths.push({ at: target, meet, lanes: taken });
}

/**
 * Runs a warp until it stands at a barrier of its block, has ended, or took `budget` instructions. Returns how many it took.
 *
 * Errors: those of its instructions; `TRACE.DIVERGED` for a barrier that only some of its lanes reach.
 */
export function runWarp(
  { steps }: Program,
  warp: Warp,
  port: MemoryPort,
  observer: WarpObserver,
  budget: number,
): number {
  let spent = 0;
  while (spent < budget) {
    const path = warp.paths.at(-1);
    if (!path) break;
    const step = path.lanes === 0 || path.at === path.meet ? undefined : steps[path.at];
    if (!step) {
      // Past the last instruction a kernel ends.
      if (path.lanes !== 0 && path.at >= steps.length) endLanes(warp, path.lanes);
      warp.paths.pop();
      continue;
    }
    spent++;
    const lanes = guarded(warp, path.lanes, step.guard);
    observer.executed(warp, step.instruction, lanes);
    if (step.kind === 'branch') {
      if (step.guard) observer.branched(warp, step.instruction, path.lanes, lanes);
      if (lanes === path.lanes) path.at = step.target;
      else if (lanes === 0) path.at++;
      else part(warp, path, step, lanes);
      continue;
    }
    path.at++;
    if (step.kind === 'lanes') {
      if (lanes !== 0) step.run(warp, lanes, port);
    } else if (step.kind === 'end') endLanes(warp, lanes);
    else {
      if (lanes !== warp.live) throw divergedError(step.instruction, 'only some lanes of a warp reach a barrier');
      warp.waiting = true;
      break;
    }
  }
  return spent;
}
