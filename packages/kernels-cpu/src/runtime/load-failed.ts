import { SpmvError } from '@spmv/core';
import { readUrl, shortUrl } from './read-url.ts';

/** `KERNEL.LOAD_FAILED`: a module of a kernel is missing, broken, or lacks the export. */
export function loadFailed(kernel: string, module: string, why: string, fix: string, cause?: unknown): SpmvError {
  return new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel}': module ${shortUrl(module)} ${why}`, {
    fix,
    details: { kernel, module },
    cause,
  });
}

/** The same, when the engine could not load the module: engines do not say that a file is missing, or that a page was sent in its place. */
export async function notLoaded(kernel: string, module: string, cause: unknown): Promise<SpmvError> {
  const missing = await readUrl(module).then(() => undefined, messageOf);
  if (missing === undefined) {
    return loadFailed(
      kernel,
      module,
      `cannot be loaded: ${messageOf(cause)}`,
      new URL(module).pathname.endsWith('.ts')
        ? 'Threads load modules without tsx: name a module in JavaScript, as a build makes it, or run it by Node 22.18 or later, which strips types (no enums).'
        : 'Correct the module. It must not import anything, because bundlers copy it alone.',
      cause,
    );
  }
  return loadFailed(kernel, module, `is missing: ${missing}.`, fixMissing(module), cause);
}

/** What to do about a file of a package that is not where its URL says: bundlers for Node leave such files out, those for pages may. */
export function fixMissing(url: string): string {
  const docs = 'https://github.com/spmv/spmv/blob/main/docs/bundlers.md';
  return url.startsWith('file:')
    ? `Where a bundler made this program, keep spmv and @spmv/* out of the bundle: ${docs}#for-node. Else reinstall the package (in a clone: pnpm build).`
    : `Configure the bundler to copy the file and the server to send it unchanged: ${docs}`;
}

/** What an unknown thrown value says. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
