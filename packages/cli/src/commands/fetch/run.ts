import { formatBytes } from '@spmv/core';
import { exitCodeOf, inputError, problemOf, usageError } from '../../cli-error.ts';
import { openClient } from '../../collection/client.ts';
import type { IndexEntry, Search } from '../../collection/collection-index.ts';
import { entriesCalled, searchIndex, suggestIds } from '../../collection/collection-index.ts';
import type { CollectionName } from '../../collection/collection-name.ts';
import { requireCollectionName } from '../../collection/collection-name.ts';
import type { FetchResult } from '../../collection/fetch-all.ts';
import { fetchAll } from '../../collection/fetch-all.ts';
import { loadIndex } from '../../collection/load-index.ts';
import type { CollectionOptions } from '../../collection/places.ts';
import { placesOf } from '../../collection/places.ts';
import type { Context } from '../../documents/context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT, worstExit } from '../../exit-codes.ts';
import { publish } from '../../output/publish.ts';
import { reportError } from '../../output/report-error.ts';
import type { FetchRow } from './fetch-text.ts';
import { fetchedText, foundText } from './fetch-text.ts';

/** Options of `spmv fetch` as commander hands them over. */
export interface FetchFlags extends CollectionOptions, Omit<Search, 'text'> {
  readonly search?: string;
  readonly get?: boolean;
  readonly again?: boolean;
  readonly parallel: number;
}

/** What the flags look for; undefined where they look for nothing. */
function searchOf({ search: text, rows, cols, nnz, kind, symmetry }: FetchFlags): Search | undefined {
  const asked = { text, rows, cols, nnz, kind, symmetry };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Search);
}

/** The matrix that an argument names; one without a group is looked up. Errors: usage, bad input. */
async function named(text: string, index: () => Promise<readonly IndexEntry[]>): Promise<CollectionName> {
  const bare = text.replace(/^suitesparse:/, '');
  if (bare.includes('/')) return requireCollectionName(bare);
  // As a name that is right: what is wrong with it is said before anything is looked up.
  requireCollectionName(`any/${bare}`);
  const entries = await index();
  const [found, ...more] = entriesCalled(bare, entries);
  if (found && more.length === 0) return requireCollectionName(found.id);
  if (found)
    throw usageError(
      `${[found, ...more].length} matrices are called ${bare}.`,
      `Write one of: ${[found, ...more].map(({ id }) => id).join(', ')}.`,
    );
  throw inputError(`The SuiteSparse collection has no matrix ${bare}.`, suggestIds(bare, entries));
}

function rowOf(result: FetchResult): FetchRow {
  if ('error' in result) {
    const { reason, fix } = problemOf(result.error);
    return { id: result.name.id, status: 'failed', path: null, bytes: null, files: [], reason, fix };
  }
  const { status, path, record } = result.matrix;
  const { from, fetched, archive, files } = record;
  return {
    id: result.name.id,
    status,
    path,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    files: files.map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 })),
    from,
    fetched,
    archiveBytes: archive.bytes,
    archiveSha256: archive.sha256,
    reason: null,
    fix: null,
  };
}

/** `spmv fetch NAME…`, `spmv fetch --search TEXT`: matrices of the SuiteSparse collection, into the cache. */
export async function run(context: Context, names: readonly string[], flags: FetchFlags): Promise<ExitCode> {
  const search = searchOf(flags);
  if (names.length === 0 && !search)
    throw usageError(
      'There is nothing to fetch.',
      'Write a name, spmv fetch HB/bcsstk16, or look for some with --search, --rows, --nnz, --kind or --symmetry.',
    );
  const { terminal } = context;
  const places = placesOf(flags);
  const client = openClient({ signal: context.signal, note: (text) => terminal.note(text) });
  try {
    let loading: Promise<readonly IndexEntry[]> | undefined;
    const index = (): Promise<readonly IndexEntry[]> =>
      (loading ??= loadIndex(places, client).then(({ entries }) => entries));
    const found = search && searchIndex(await index(), search);
    const asked = await Promise.all(names.map((text) => named(text, index)));
    const also = flags.get ? (found ?? []).map(({ id }) => requireCollectionName(id)) : [];
    const wanted = [...new Map([...asked, ...also].map((name) => [name.id, name])).values()];
    const results = await fetchAll(wanted, {
      places,
      client,
      parallel: flags.parallel,
      again: flags.again ?? false,
      thorough: true,
      show: (text) => terminal.progress(text),
      onFailure: (error) => reportError(terminal, error),
    });
    const rows = results.map(rowOf);
    await publish(context, {
      document: { schema: 'spmv.fetch/1', folder: places.folder, ...(found ? { found } : {}), matrices: rows },
      rows: wanted.length > 0 ? rows : (found ?? []),
      text: () =>
        [...(found && !flags.get ? [foundText(terminal, found)] : []), ...fetchedText(terminal, rows)].join('\n'),
    });
    const first = rows.find(({ status }) => status !== 'failed');
    if (first) terminal.note(`In place of a file, write suitesparse:${first.id}.`);
    const total = rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
    if (rows.length > 1) terminal.note(`${formatBytes(total)} in ${places.folder}`);
    return worstExit(results.map((result) => ('error' in result ? exitCodeOf(result.error) : EXIT.ok)));
  } finally {
    terminal.clearProgress();
    await client.close();
  }
}
