import type { PtxInstruction } from '../ptx/instruction.ts';
import type { MemoryPort } from './memory-port.ts';
import type { Warp } from './warp.ts';

/** What an instruction does in the lanes of `lanes`; `warp` and `port` are where. */
export type LaneAction = (warp: Warp, lanes: number, port: MemoryPort) => void;

/** An instruction ready to run. */
export type ReadyInstruction =
  | {
      readonly kind: 'lanes';
      readonly instruction: PtxInstruction;
      readonly guard: Guard | undefined;
      readonly run: LaneAction;
    }
  | {
      readonly kind: 'branch';
      readonly instruction: PtxInstruction;
      readonly guard: Guard | undefined;
      readonly target: number;
      readonly meet: number;
    }
  | { readonly kind: 'end' | 'barrier'; readonly instruction: PtxInstruction; readonly guard: Guard | undefined };

/** The predicate of an instruction. */
export interface Guard {
  readonly at: number;
  readonly negated: boolean;
}

/** Lanes of `lanes` in which `guard` holds. */
export function guarded({ file }: Warp, lanes: number, guard: Guard | undefined): number {
  if (!guard) return lanes;
  let found = 0;
  for (let lane = 0; lane < 32; lane++) {
    if ((lanes >>> lane) & 1 && (file.p[guard.at + lane] === 1) !== guard.negated) found |= 1 << lane;
  }
  return found;
}
