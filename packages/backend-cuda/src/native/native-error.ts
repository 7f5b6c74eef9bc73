import { formatBytes, isSpmvError, SpmvError } from '@spmv/core';

const FIXES: Readonly<Record<string, string>> = {
  CUDA_ERROR_NO_DRIVER: 'Install the NVIDIA driver.',
  CUDA_ERROR_NO_DEVICE: 'Make an NVIDIA GPU visible to this process (CUDA_VISIBLE_DEVICES).',
  CUDA_ERROR_INVALID_DEVICE: 'Name a device that `spmv backends` lists.',
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION: 'Update the NVIDIA driver to 580 or later.',
  CUDA_ERROR_NO_BINARY_FOR_GPU: 'Use a GPU of compute capability 7.5 or later.',
  CUDA_ERROR_ILLEGAL_ADDRESS: 'Report this: a kernel read or wrote outside its arrays. The process must be restarted.',
  NVRTC_MISSING: "Install the CUDA toolkit's NVRTC, or use kernels that come as PTX.",
  LIBRARY_MISSING: 'Install the library (it comes with the CUDA toolkit) and put its folder into LD_LIBRARY_PATH.',
  LIBRARY_REFUSED: 'Take another of its algorithms, or a kernel that is no library.',
};

/**
 * An addon's error as one of this project: `BACKEND.OUT_OF_MEMORY` with the array and its size, `BACKEND.UNAVAILABLE` for a missing
 * library, `KERNEL.REFUSED` for what a library says that it does not support, otherwise `BACKEND.FAILED`; `details.driverCode` is the name the driver or library gives the error.
 */
export function asSpmvError(error: unknown): SpmvError {
  if (isSpmvError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (message === 'std::bad_alloc') {
    return new SpmvError('BACKEND.OUT_OF_MEMORY', 'The host has no memory left for the CUDA backend.', {
      fix: 'Free memory of this process, or raise its limit.',
      cause: error,
    });
  }
  const found = /^([A-Z][A-Z0-9_]+): (.*)$/s.exec(message);
  if (!found)
    return new SpmvError('BACKEND.FAILED', `CUDA: ${message}`, { fix: 'Report this with the message.', cause: error });
  const [, driverCode = '', what = ''] = found;
  const fix = FIXES[driverCode] ?? "Look up the driver's error name in the CUDA documentation.";
  if (driverCode === 'CUDA_ERROR_OUT_OF_MEMORY') {
    const locked = /locking (\d+) bytes of host memory for '([^']*)'/.exec(what);
    if (locked) {
      const [, digits, name] = locked;
      return new SpmvError(
        'BACKEND.OUT_OF_MEMORY',
        `The host cannot lock ${formatBytes(Number(digits))} of memory for '${name}' (${driverCode}).`,
        {
          fix: 'Free memory of the host, raise the limit on what this process may lock, or choose a smaller format.',
          details: { driverCode, array: name, bytes: Number(digits) },
          cause: error,
        },
      );
    }
    const allocation = /allocating (\d+) bytes for '([^']*)'/.exec(what);
    const bytes = Number(allocation?.[1] ?? 0);
    return new SpmvError(
      'BACKEND.OUT_OF_MEMORY',
      `The device has no room for '${allocation?.[2] ?? 'an array'}' of ${formatBytes(bytes)} (${driverCode}).`,
      {
        fix: 'Dispose of other operators and vectors, or choose a smaller format.',
        details: { driverCode, array: allocation?.[2], bytes },
        cause: error,
      },
    );
  }
  const code =
    driverCode === 'LIBRARY_REFUSED'
      ? 'KERNEL.REFUSED'
      : driverCode.endsWith('_MISSING') || driverCode === 'CUDA_ERROR_NO_DRIVER'
        ? 'BACKEND.UNAVAILABLE'
        : 'BACKEND.FAILED';
  return new SpmvError(code, `CUDA: ${driverCode} while ${what}.`, { fix, details: { driverCode }, cause: error });
}

/** Runs `work`, its errors as {@link asSpmvError} makes them. */
export function withSpmvErrors<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    throw asSpmvError(error);
  }
}

/** The same for work that takes its time. */
export async function withSpmvErrorsAsync<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw asSpmvError(error);
  }
}
