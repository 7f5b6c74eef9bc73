import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { formatBytes } from '@spmv/core';
import type { Host } from '@spmv/engine';
import { problemOf } from '@spmv/engine/basics';

/** What a page may take where its browser does not say what the machine has: most machines have more. */
const USUAL_GIB = 4;
/** Of the memory of the machine: the rest is for the browser and everybody else. */
const SHARE = 0.5;
/** Caches are no larger than this on nearly all machines; no browser tells. */
const CACHE_BYTES = 32 * 2 ** 20;

/** Nobody disposes of a backend by hand here. */
const LOST_FIX =
  'Run again: each run opens the device anew. If it is lost again, leave this backend out or take a smaller matrix: kernels that run too long and drivers that are reset are the usual causes.';

/** An error that says what to do. */
class PageError extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.name = 'PageError';
    this.fix = fix;
  }
}

/** Bytes that a run may take here: a guess from what the browser tells of its machine, in GiB and coarse. */
function pageMemory(gib: number | undefined): number {
  return SHARE * 2 ** 30 * (gib ?? USUAL_GIB);
}

/** This page, as the engine asks for it. */
export function pageHost(): Host {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  const free = pageMemory(deviceMemory);
  return {
    memory: () => ({
      free,
      require(what, bytes) {
        if (bytes > free)
          throw new PageError(
            `${what} need ${formatBytes(bytes)}, and a page here can count on ${formatBytes(free)}.`,
            'Use a smaller matrix, or the command, which has the memory of the machine.',
          );
      },
    }),
    digest(pieces) {
      const hash = sha256.create();
      for (const piece of pieces) hash.update(piece);
      return bytesToHex(hash.digest()).slice(0, 16);
    },
    coldBytes: () => 2 * CACHE_BYTES,
    problemOf(error) {
      const problem = problemOf(error, 'report it with the matrix and the name of the browser.');
      return problem.code === 'BACKEND.DEVICE_LOST' ? { ...problem, fix: LOST_FIX } : problem;
    },
  };
}
