// The way from programs to the compiled code: a NativeModule of @spmv/core.
import type { NativeFunctions } from '@spmv/core';
import { compileAddon } from './compile-addon.ts';
import { withSpmvErrors } from './native-error.ts';

/**
 * About a millisecond of looking for work after a product, in place of up to 20: as long as the threads of backend `threads` look. Products that
 * follow one another find the threads awake all the same, and whatever else computes next does not share its cores with them for long.
 */
const SPIN_COUNT = '20000';

/**
 * Reads an addon while the variables that libgomp reads when it is loaded say how long its threads look, unless the user said so. A worker of Node
 * cannot set them for the process.
 */
function loadQuietly<T>(load: () => T): T {
  const { env } = process;
  if (env['GOMP_SPINCOUNT'] !== undefined || env['OMP_WAIT_POLICY'] !== undefined) return load();
  env['GOMP_SPINCOUNT'] = SPIN_COUNT;
  try {
    return load();
  } finally {
    delete env['GOMP_SPINCOUNT'];
  }
}

/**
 * The functions of the addon, which is compiled by the compiler of this machine before it is first needed. `openmpStaticF64`, `openmpDynamicF64`, `eigenMvF64`, `rsbMvF64`, `mklMvF64`, `mklMmF64`,
 * `mklGemmF64`, `openblasGemmF64` and the same for F32; libraries are opened when a function of theirs is bound. Errors: `BACKEND.UNAVAILABLE`; of `bind` also
 * `BACKEND.FAILED`, where a library refuses the matrix.
 */
export async function open(): Promise<NativeFunctions> {
  const addon = await compileAddon(loadQuietly);
  return {
    addressOf: addon.addressOf,
    largePages: addon.largePages,
    bind(name, args) {
      const product = withSpmvErrors(name, () => addon.bind(name, args));
      if (product === undefined) return undefined;
      const run = (): void => {
        try {
          product.run();
        } catch (error) {
          withSpmvErrors(name, () => {
            throw error;
          });
        }
      };
      return Object.assign(run, { dispose: () => product.dispose() });
    },
  };
}
