import { formatBytes } from '@spmv/core';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-codes.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { memoryLimit } from './memory-limit.ts';

/**
 * Refuses work before it begins when it needs more memory than is free to this process. `what` begins the sentence: `The vectors of …`.
 * Errors: failed.
 */
export function requireMemory(what: string, bytes: number, memory: MemoryLimit = memoryLimit()): void {
  if (bytes <= memory.free) return;
  const bound = {
    machine: '',
    cgroup: ' under the limit of this container or service',
    'ulimit -v': ' under ulimit -v',
  }[memory.setBy];
  throw new CliError(
    EXIT.failed,
    `${what} need ${formatBytes(bytes)}, but only ${formatBytes(memory.free)} are free${bound}.`,
    memory.setBy === 'machine'
      ? 'Use a machine with more memory. spmv info and spmv convert need none for empty rows and columns.'
      : 'Raise that limit. spmv info and spmv convert need no memory for empty rows and columns.',
  );
}
