import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StudyMatrix } from '@spmv/studies';
import { openClient } from '../../collection/client.ts';
import type { CollectionName } from '../../collection/collection-name.ts';
import { collectionName } from '../../collection/collection-name.ts';
import { fetchAll } from '../../collection/fetch-all.ts';
import { keptMatrix } from '../../collection/kept-matrix.ts';
import { placesOf } from '../../collection/places.ts';
import { problemOf } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import type { MatrixSource } from '../../matrices/matrix-source.ts';
import { COLLECTION, matrixSource } from '../../matrices/matrix-source.ts';

/** As many downloads at a time as `spmv fetch` has. */
const PARALLEL = 4;

/** The name in the collection of a matrix that does not come with the command; undefined where none is known. */
function fetchable({ origin, source }: StudyMatrix): CollectionName | undefined {
  return origin === undefined || source.kind === 'stored' ? undefined : collectionName(origin);
}

/** What is read or made for a matrix of a study: a file of the folder, else what was fetched of it, else what the study says. */
export async function sourceOf(matrix: StudyMatrix, folder: string | undefined): Promise<MatrixSource | undefined> {
  const { name, source } = matrix;
  const file = ['.mtx', '.mtx.gz', '.tar.gz']
    .map((ending) => join(folder ?? '', `${name}${ending}`))
    .find((path) => folder !== undefined && existsSync(path));
  const collection = fetchable(matrix);
  const isKept = collection !== undefined && (await keptMatrix(placesOf(), collection, false)).kind === 'whole';
  const own = isKept ? `${COLLECTION}${collection.id}` : undefined;
  const text = file ?? own ?? (source.kind === 'notRun' ? undefined : source.source);
  return text === undefined ? undefined : { ...matrixSource(text), name };
}

/** Why a matrix is not run, and the command that gets it. */
export function whyNotRun(matrix: StudyMatrix): string {
  const why = matrix.source.kind === 'notRun' ? matrix.source.why : '';
  const collection = fetchable(matrix);
  return collection ? `${why} spmv fetch ${collection.id} gets it, --fetch all such matrices.` : why;
}

/** Fetches the matrices themselves where their name in the collection is known; what cannot be had is told, and has its stand-in. */
export async function fetchThem(context: Context, matrices: readonly StudyMatrix[]): Promise<void> {
  const { terminal, signal } = context;
  const names = matrices.flatMap((matrix) => fetchable(matrix) ?? []);
  const client = openClient({ signal, note: (text) => terminal.note(text) });
  try {
    await fetchAll(names, {
      places: placesOf(),
      client,
      parallel: PARALLEL,
      show: (text) => terminal.progress(text),
      onFailure: (error) => terminal.note(problemOf(error).reason),
    });
  } finally {
    terminal.clearProgress();
    await client.close();
  }
}

/** What is known of its entries; those of one of which nothing is are many. */
export function entriesOf({ facts }: StudyMatrix): number {
  return facts.find(({ what }) => what === 'nnz')?.value ?? Infinity;
}

/** The smallest first: a budget of time then reaches as many as can be. */
export function smallestFirst(matrices: readonly StudyMatrix[]): readonly StudyMatrix[] {
  return matrices.toSorted((a, b) => entriesOf(a) - entriesOf(b) || 0);
}
