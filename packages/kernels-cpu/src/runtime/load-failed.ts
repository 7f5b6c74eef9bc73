import { SpmvError } from '@spmv/core';

/** `KERNEL.LOAD_FAILED`: a module of a kernel is missing, broken, or lacks the export. */
export function loadFailed(kernel: string, module: string, why: string, fix: string, cause?: unknown): SpmvError {
  return new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel}': module ${module} ${why}`, { fix, details: { kernel, module }, cause });
}

/** What an unknown thrown value says. */
export function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
