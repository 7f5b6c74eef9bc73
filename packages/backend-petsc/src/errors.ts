import { formatBytes, isSpmvError, SpmvError } from '@spmv/core';

/** Backend `petsc` cannot run here, and what to do. */
export function unavailable(reason: string, fix: string, cause?: unknown): SpmvError {
  return new SpmvError('BACKEND.UNAVAILABLE', `Backend 'petsc' is unavailable: ${reason}.`, {
    fix,
    details: { reason },
    cause,
  });
}

/** What ranks run is not compiled yet. `details.stillCompiling` is true. */
export function stillCompiling(waitMs: number): SpmvError {
  const reason = `what the ranks run is still being compiled after ${Number((waitMs / 1000).toPrecision(3))} s`;
  return new SpmvError('BACKEND.UNAVAILABLE', `Backend 'petsc' is unavailable: ${reason}.`, {
    fix: 'Run it again in a while: compiling goes on by itself, and what it makes is kept. On a busy machine it takes minutes.',
    details: { reason, stillCompiling: true },
  });
}

/** The ranks are gone or were ended, and why. */
export function workerLost(reason: string, details: Readonly<Record<string, unknown>> = {}): SpmvError {
  return new SpmvError('BACKEND.WORKER_LOST', `Backend 'petsc' lost its ranks: ${reason}.`, {
    fix: 'Dispose of the backend and open it again. What was written is undefined.',
    details: { reason, ...details },
  });
}

/** What `work` gives; errors of the addon as errors of spmv, `what` being what needs `bytes` in `folder`. */
export function withSpmvErrors<T>(folder: string, what: string, bytes: number, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (isSpmvError(cause)) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    if (message.startsWith('FULL: '))
      throw new SpmvError('BACKEND.OUT_OF_MEMORY', `${folder} has no room for ${what} of ${formatBytes(bytes)}.`, {
        fix: 'Dispose of vectors that are no longer needed, make the file system larger, or name the folder of a larger one in SPMV_PETSC_FOLDER.',
        details: { folder, array: what, bytes, reason: message.slice(6) },
        cause,
      });
    throw new SpmvError('BACKEND.FAILED', `Backend 'petsc' failed: ${message}.`, {
      fix: 'Report this with the message.',
      details: { reason: message },
      cause,
    });
  }
}
