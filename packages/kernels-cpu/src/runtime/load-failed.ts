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
      'Correct the module. It must not import anything, because bundlers copy it alone.',
      cause,
    );
  }
  const fix = module.startsWith('file:')
    ? 'Build it (`pnpm build`), or reinstall the package that brings the kernel.'
    : 'Configure the bundler to copy the file and the server to send it unchanged: https://github.com/spmv/spmv/blob/main/docs/bundlers.md';
  return loadFailed(kernel, module, `is missing: ${missing}.`, fix, cause);
}

/** What an unknown thrown value says. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
