import type { PtxInstruction } from '../ptx/instruction.ts';
import type { GlobalMemory } from './global-memory.ts';
import type { Warp } from './warp.ts';

/** What a warp instruction does to memory. */
export type AccessKind = 'load' | 'store' | 'atomic';

/** One access of a warp. `addresses` by lane, those of other lanes are not to be read; `bytes` of each lane. */
export type Access = readonly [
  instruction: PtxInstruction,
  kind: AccessKind,
  lanes: number,
  addresses: Float64Array,
  bytes: number,
];

/** Where warps reach memory, and who is told. */
export interface MemoryPort {
  readonly global: GlobalMemory;
  /** Of the block that runs. */
  readonly shared: DataView;
  readonly params: DataView;
  /** Accesses of global memory. */
  readonly accessed: (warp: Warp, ...access: Access) => void;
  /** The same of shared memory; absent where nobody asks. */
  readonly sharedAccessed?: (warp: Warp, ...access: Access) => void;
}
