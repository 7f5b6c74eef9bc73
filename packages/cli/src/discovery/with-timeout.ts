import { SpmvError } from '@spmv/core';
import type { Link } from '../process/link.ts';
import type { RiskyStep } from '../process/messages.ts';

/** How long a plugin may take to load, or to say whether it can run here: far more than any that works needs. */
export const PLUGIN_TIMEOUT_MS = 10_000;

/** A step with something to leave out. */
export type PluginStep = Required<RiskyStep>;

/**
 * What `work` gives, unless it takes longer than the step may. Then an error with the step's code is thrown and what `work` still does is
 * ignored: nothing can stop it. From a loop that never returns to the event loop, and from the end of the process, the process that waits
 * comes back with the plugin left out.
 */
export async function withTimeout<T>(link: Pick<Link, 'guard'>, step: PluginStep, work: () => Promise<T>): Promise<T> {
  const {
    words,
    limitMs,
    plugin,
    leaveOut: { code, fix },
  } = step;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new SpmvError(code, `${words} took longer than ${limitMs / 1000} s.`, { fix, details: { plugin } })),
      limitMs,
    );
  });
  try {
    return await link.guard(step, () => Promise.race([work(), tooLong]));
  } finally {
    clearTimeout(timer);
  }
}
