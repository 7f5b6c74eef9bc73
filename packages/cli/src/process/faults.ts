import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportedError } from '@spmv/engine/basics';

/** More than so many are one. */
const MOST_REPORTED = 10;

/** Errors that nothing handled, watched. */
export interface Faults {
  /** What `work` of a plugin gives, unless an error that nothing handles and that is no other plugin's comes up meanwhile: then that. */
  during<T>(plugin: string, work: () => Promise<T>): Promise<T>;
  /** How many were reported. */
  readonly count: number;
}

interface CodePosition {
  readonly path: string;
  /** `:3:7`. */
  readonly position: string;
}

/** Where an error says that it comes from. */
function whereThrown(error: unknown): CodePosition | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, url, position = ''] = /(file:\/\/[^\s()]+?)(:\d+:\d+)/.exec(stack) ?? [];
  return url === undefined ? undefined : { path: fileURLToPath(url.replace(/[?#].*$/, '')), position };
}

/** Of the plugins, files or folders, the innermost that a file is in. */
function ownerOf({ path }: CodePosition, plugins: ReadonlySet<string>): string | undefined {
  return [...plugins]
    .filter((plugin) => path === plugin || path.startsWith(`${plugin}${sep}`))
    .sort((a, b) => b.length - a.length)[0];
}

function problemOfFault(error: unknown): ReportedError {
  const place = whereThrown(error);
  const where = place && `${relative(process.cwd(), place.path) || place.path}${place.position}`;
  const message = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0] ?? ''}` : String(error);
  return {
    code: null,
    reason: `An error was not handled${where === undefined ? '' : ` (from ${where})`}: ${message}`,
    fix: 'Tell the author of the plugin that it comes from. Results that passed their checks are right all the same.',
  };
}

/**
 * Keeps this process going when a plugin throws where nobody can catch it: in a timer, or in a promise that nobody awaits. What runs `during`
 * that fails with it; otherwise `report` is called.
 */
export function watchFaults(report: (problem: ReportedError, place: number) => void): Faults {
  const waiting: { readonly plugin: string; fail(error: unknown): void }[] = [];
  const met = new Set<string>();
  let count = 0;
  const onFault = (error: unknown): void => {
    const last = waiting.at(-1);
    const place = whereThrown(error);
    const owner = place && ownerOf(place, met);
    if (last && (owner === undefined || owner === last.plugin)) last.fail(error);
    else if (count < MOST_REPORTED) report(problemOfFault(error), count++);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
  return {
    get count() {
      return count;
    },
    async during(plugin, work) {
      met.add(plugin);
      let fail: (error: unknown) => void = () => {};
      const fault = new Promise<never>((_, reject) => {
        fail = reject;
      });
      // Nobody may be left to wait for it.
      fault.catch(() => {});
      const one = { plugin, fail };
      waiting.push(one);
      try {
        const result = await Promise.race([work(), fault]);
        // A rejection shows as unhandled only after all that waited for promises had its turn.
        await Promise.race([new Promise((resolve) => void setImmediate(resolve)), fault]);
        return result;
      } finally {
        waiting.splice(waiting.indexOf(one), 1);
      }
    },
  };
}
