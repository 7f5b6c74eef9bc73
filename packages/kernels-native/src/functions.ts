// The way from programs to the addon: a NativeModule of @spmv/core. Every thread imports it for itself.
import type { NativeFunctions } from '@spmv/core';
import { checkNames, parameterNames } from '@spmv/kernel-kit';
import type { NativeAddon } from './load-addon.ts';
import { fastestFirst, loadNativeAddon, noLevelError } from './load-addon.ts';

/**
 * The functions of an addon. `csrF64` is the one for the instructions that are fastest on this processor, or for those that the environment variable
 * `SPMV_NATIVE_LEVEL` names when it is bound; `avx2/csrF64` is one for certain instructions. Errors of `bind`: `BACKEND.UNAVAILABLE`, `KERNEL.PROGRAM_INVALID`.
 */
export function functionsOf(addon: NativeAddon): NativeFunctions {
  const { addressOf, bind, largePages } = addon;
  const levels = fastestFirst(addon);
  // Read once: a small product binds for longer than it computes.
  const known = new Map<string, readonly string[]>();
  return {
    addressOf,
    largePages,
    bind(name, args, names) {
      const slash = name.indexOf('/');
      const wanted = slash < 0 ? process.env['SPMV_NATIVE_LEVEL'] : name.slice(0, slash);
      const level = levels.find((one) => wanted === undefined || wanted === '' || one === wanted);
      if (level !== undefined) {
        const bound = bind(level, name.slice(slash + 1), args);
        if (!bound) return undefined;
        const parameters = known.get(name) ?? parameterNames(bound.parameters);
        known.set(name, parameters);
        checkNames({ subject: `Function '${name}'`, source: 'the addon', call: 'program', names }, parameters);
        return bound;
      }
      throw noLevelError(wanted, levels);
    },
  };
}

function createOpen(): () => NativeFunctions {
  let opened: NativeFunctions | undefined;
  return () => (opened ??= functionsOf(loadNativeAddon()));
}

/** Those of the addon of this package, which is looked for once in a thread unless it is not there. Errors: `BACKEND.UNAVAILABLE`. */
export const open: () => NativeFunctions = createOpen();
