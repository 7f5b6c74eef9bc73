import { shown } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';

/** A matrix of a file that may have several. */
export interface NamedPart {
  /** `A`, or with the way to it: `Problem.A`, `raw/X`. */
  readonly name: string;
  readonly kind: 'sparse' | 'dense';
}

/**
 * The matrix that is asked for, by its name or the end of that after `separator`; else one of the usual names, else the only sparse one, else the only one.
 * Errors: `FILE.UNSUPPORTED`.
 */
export function choosePart<Part extends NamedPart>(
  parts: readonly Part[],
  asked: string | undefined,
  { usual, separator }: { readonly usual: readonly string[]; readonly separator: '.' | '/' },
): Part {
  const named = (wanted: string): readonly (readonly Part[])[] => [
    parts.filter(({ name }) => name === wanted),
    parts.filter(({ name }) => name.endsWith(separator + wanted)),
  ];
  const sparse = parts.filter(({ kind }) => kind === 'sparse');
  const ways = asked === undefined ? [...usual.flatMap(named), sparse, parts] : named(asked);
  for (const some of ways) if (some.length === 1) return some[0] as Part;
  const names = parts.map(({ name }) => name);
  const [first] = names;
  const has = first === undefined ? 'no matrix' : names.slice(0, 8).join(', ');
  throw fileError('FILE.UNSUPPORTED', {
    what:
      asked === undefined
        ? `the file has ${has}${first === undefined ? '' : ', and not one that is meant'}`
        : `the file has no one matrix called '${asked.slice(0, 40)}', but ${has}`,
    fix:
      first === undefined
        ? 'Name a file that has a matrix, or save one in it.'
        : `Name the one that is meant, for example { part: ${shown(first)} }, in the command FILE#${first}, or save a file with one matrix.`,
    details: { names: names.slice(0, 100) },
  });
}
