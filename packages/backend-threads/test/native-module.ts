// Functions that write down what they are told, in place of an addon.
import type { NativeFunctions } from '@spmv/core';

/** What happened, in order. */
export const calls: string[] = [];

/** `whole` and `part` are known; arguments are told as they are when the function is bound, and when it is called. */
export function open(): Promise<NativeFunctions> {
  return Promise.resolve({
    addressOf: () => 4096,
    bind(name, args) {
      if (name !== 'whole' && name !== 'part') return undefined;
      calls.push(`bind ${name} ${args.join(' ')}`);
      const run = (): void => void calls.push(`${name} ${args.join(' ')}`);
      return name === 'part' ? run : Object.assign(run, { dispose: () => void calls.push('dispose') });
    },
  });
}
