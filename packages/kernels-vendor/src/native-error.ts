import { SpmvError } from '@spmv/core';

const NAMES = [
  ['mkl', 'MKL'],
  ['openblas', 'OpenBLAS'],
  ['eigen', 'Eigen'],
  ['rsb', 'librsb'],
] as const;

/** What a function is a function of. */
function libraryOf(name: string): string {
  return NAMES.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'OpenMP';
}

/** What `work` returns; errors of the addon as errors of spmv. Errors: `BACKEND.UNAVAILABLE`, `BACKEND.FAILED`. */
export function withSpmvErrors<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code, message, fix } = cause as { readonly code?: string; readonly message: string; readonly fix?: string };
    const library = libraryOf(name);
    if (code === 'UNAVAILABLE')
      throw new SpmvError('BACKEND.UNAVAILABLE', `${library} is unavailable: ${message}.`, {
        fix: fix ?? 'Use other kernels.',
        details: { library, reason: message },
        cause,
      });
    throw new SpmvError('BACKEND.FAILED', `${library} failed: ${message}.`, {
      fix: 'What it wrote is undefined. Leave its kernels out.',
      details: { library, reason: message },
      cause,
    });
  }
}
