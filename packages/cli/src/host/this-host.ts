import type { Host, Memory } from '@spmv/engine';
import { problemOf } from '../cli-error.ts';
import { coldBytes } from './cold-bytes.ts';
import { digest } from './digest.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { memoryLimit } from './memory-limit.ts';
import { requireMemory } from './require-memory.ts';

/** What a process may have, as the engine asks for it. */
export function memoryOf(limit: MemoryLimit): Memory {
  return { free: limit.free, require: (what, bytes) => requireMemory(what, bytes, limit) };
}

/** This process and its machine, as the engine asks for them. */
export const THIS_HOST: Host = { memory: () => memoryOf(memoryLimit()), digest, coldBytes, problemOf };
