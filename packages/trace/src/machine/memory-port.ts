import type { PtxInstruction } from '../ptx/instruction.ts';
import type { GlobalMemory } from './global-memory.ts';
import type { Warp } from './warp.ts';

/** What a warp instruction does to global memory. */
export type AccessKind = 'load' | 'store' | 'atomic';

/** Where warps reach memory, and who is told. */
export interface MemoryPort {
  readonly global: GlobalMemory;
  /** Of the block that runs. */
  readonly shared: DataView;
  readonly params: DataView;
  /** `addresses` by lane, those of other lanes are not to be read; `bytes` of each lane. */
  readonly accessed: Accessed;
  /** The same of shared memory; absent where nobody asks. */
  readonly sharedAccessed?: Accessed;
}

/** See {@link MemoryPort.accessed}. */
type Accessed = (
  warp: Warp,
  instruction: PtxInstruction,
  kind: AccessKind,
  lanes: number,
  addresses: Float64Array,
  bytes: number,
) => void;
