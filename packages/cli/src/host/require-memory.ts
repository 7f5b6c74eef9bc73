import type { AnyCoo } from '@spmv/core';
import { formatBytes, isInProportion } from '@spmv/core';
import { counted, grouped } from '@spmv/engine/basics';
import { CliError, inputError } from '../cli-error.ts';
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

/** Refuses a matrix whose rows and columns are nearly all empty, before a number is kept for each. Errors: bad input. */
export function requireProportion(name: string, { shape, colIndex }: Pick<AnyCoo, 'shape' | 'colIndex'>): void {
  const { rows, cols } = shape;
  if (isInProportion(rows + cols, colIndex.length)) return;
  throw inputError(
    `${name} declares ${grouped(rows)} × ${grouped(cols)} and has ${counted(colIndex.length, 'entry', 'entries')}: a number for each row and column is out of proportion.`,
    'Leave empty rows and columns out of the matrix. spmv info, and spmv convert to .mtx, need nothing for them.',
  );
}
