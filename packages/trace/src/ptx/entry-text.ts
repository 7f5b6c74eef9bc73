import { SpmvError } from '@spmv/core';

/** What of a module concerns one kernel. */
export interface EntryText {
  /** Declarations before the first kernel. */
  readonly declarations: string;
  readonly entry: string;
  /** Lines of the module before `entry`. */
  readonly linesBefore: number;
}

const FIRST = /^[ \t]*(?:\.visible|\.weak)?[ \t]*\.entry\b/mu;

/** Names of the kernels of a module, in its order. */
export function entryNames(ptx: string): readonly string[] {
  return [...ptx.matchAll(/\.entry\s+([\w$]+)/gu)].map((match) => match[1]);
}

/** The text of one kernel. Errors: `KERNEL.LOAD_FAILED` where the module has none of this name. */
export function entryText(ptx: string, name: string): EntryText {
  const start = new RegExp(
    String.raw`^[ \t]*(?:\.visible|\.weak)?[ \t]*\.entry\s+${name.replaceAll('$', String.raw`\$`)}\s*\(`,
    'mu',
  ).exec(ptx);
  const end = start ? ptx.indexOf('\n}', start.index) : -1;
  if (!start || end < 0) {
    throw new SpmvError('KERNEL.LOAD_FAILED', `The PTX has no kernel '${name}'.`, {
      fix: 'Give the PTX of the module that the program of the kernel names.',
      details: { entryPoint: name, found: entryNames(ptx) },
    });
  }
  const declarations = ptx.slice(0, FIRST.exec(ptx)?.index ?? 0);
  return {
    declarations,
    entry: ptx.slice(start.index, end + 2),
    linesBefore: ptx.slice(0, start.index).split('\n').length - 1,
  };
}

/** The module with one kernel alone, without comments and empty lines: what a page needs of it. */
export function withOneEntry(ptx: string, name: string): string {
  const { declarations, entry } = entryText(ptx, name);
  return `${declarations}\n${entry}\n`
    .replaceAll(/[ \t]*\/\/[^\n]*/gu, '')
    .replaceAll(/[ \t]+/gu, ' ')
    .replaceAll(/\n\s*/gu, '\n')
    .trimStart();
}
