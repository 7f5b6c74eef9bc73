import type { OpenOptions } from '@spmv/core';
import { SpmvError, suggestNames } from '@spmv/core';

/** Options of backend `webgpu`, resolved. */
export interface WebGpuOptions {
  /** `high-performance`, `low-power`, `software`, or a name (part of one in a browser). */
  readonly device: string;
  /**
   * Bounds checks in kernels and zeroed workgroup memory. Node only, where it defaults to off: with checks a product takes up to twice
   * as long. Without them a stored matrix with indices out of range reads memory it should not.
   */
  readonly robustness: boolean;
  /** Dawn's checks of every call, which turn a kernel's mistake into an error. Node only, default on; off saves a few µs a product. */
  readonly validation: boolean;
  /** Device times rounded to 65.5 µs, as browsers do against timing attacks. Node only, default off. */
  readonly quantiseTimestamps: boolean;
  /** Most bytes of one binding, below the adapter's limit; for tests of matrices worked through in windows. 0: the adapter's limit. */
  readonly maxBindingBytes: number;
}

const DEFAULTS = { robustness: false, validation: true, quantiseTimestamps: false, maxBindingBytes: 0 } as const;

/** Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
export function resolveOptions({ device, options = {} }: OpenOptions): WebGpuOptions {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(DEFAULTS, name)) {
      throw new SpmvError('PARAM.UNKNOWN', `Backend 'webgpu' has no option '${name}'.`, {
        fix: suggestNames(name, Object.keys(DEFAULTS)),
        details: { name },
      });
    }
    const wanted = typeof DEFAULTS[name as keyof typeof DEFAULTS];
    const fits = typeof value === wanted && (typeof value !== 'number' || (Number.isInteger(value) && value >= 0));
    if (!fits) {
      throw new SpmvError(
        'PARAM.OUT_OF_RANGE',
        `Backend 'webgpu': option ${name} = ${String(value)} is not possible.`,
        {
          fix: wanted === 'boolean' ? 'Use true or false.' : 'Use a number of bytes.',
          details: { name, value },
        },
      );
    }
  }
  return { device: device ?? 'high-performance', ...DEFAULTS, ...options };
}
