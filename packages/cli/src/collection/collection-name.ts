import { usageError } from '../cli-error.ts';

/** A matrix of the SuiteSparse collection. */
export interface CollectionName {
  readonly group: string;
  readonly name: string;
  /** `HB/bcsstk16`. */
  readonly id: string;
}

/** What groups and matrices are called; nothing that could lead out of a folder. */
const PART = /^[A-Za-z0-9_](?:[A-Za-z0-9_+-]|\.(?!\.))*$/;

/** `GROUP/NAME` taken apart; undefined for what cannot be one. */
export function collectionName(text: string): CollectionName | undefined {
  const [group = '', name = '', ...more] = text.split('/');
  return more.length === 0 && PART.test(group) && PART.test(name) ? { group, name, id: `${group}/${name}` } : undefined;
}

/** The same. Errors: usage. */
export function requireCollectionName(text: string): CollectionName {
  const found = collectionName(text);
  if (found) return found;
  throw usageError(
    `'${text}' is no name of the SuiteSparse collection.`,
    'Write GROUP/NAME, for example HB/bcsstk16; spmv fetch --search TEXT lists names.',
  );
}
