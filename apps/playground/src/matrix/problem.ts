import { isSpmvError } from '@spmv/core';
import type { MatrixFault } from './protocol.ts';

/**
 * A fix in the words of a page, which has neither options nor flags: where one names a flag of the command, it sends to the command. What is for
 * programs is left out. Of what is to be changed in the file nothing changes.
 */
function pageFix(fix: string): string {
  return fix
    .replace(/^In a program [^;]*; elsewhere /u, 'This page has real matrices only: ')
    .replace(/\bpass assumeBanner: '[^']*', in the command --assume-banner '[^']*'/u, 'press the button below')
    .replaceAll(
      /\b([Pp]ass|[Rr]aise|[Ll]eave out|[Cc]hoose (?:one of them|another) with)\b [^,;]*(?:'[^']*')?, in the command (--[\w-]+(?: (?:'[^']*'|[\w./]+))?)/gu,
      (_, verb: string, flag: string) =>
        `${/^[A-Z]/u.test(verb) ? 'Read' : 'read'} it with the command, which has ${flag}`,
    );
}

/** An error in words for the page. Memory that the engine refuses comes as a RangeError. */
export function problemOf(error: unknown): MatrixFault {
  if (isSpmvError(error)) {
    const [, banner] = /\bassumeBanner: '([^']+)'/u.exec(error.fix) ?? [];
    return { code: error.code, message: error.message, fix: pageFix(error.fix), ...(banner ? { banner } : {}) };
  }
  if (error instanceof RangeError)
    return {
      code: 'PAGE.MEMORY',
      message: `This browser does not give one page that much memory (${error.message}).`,
      fix: 'Use a smaller matrix, or the command, which has the memory of the machine.',
    };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'PAGE.UNEXPECTED', message, fix: 'Reload the page; if it happens again, report it with the file.' };
}
