import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StudyMatrix } from '@spmv/studies';
import type { MatrixSource } from '../../matrices/matrix-source.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';

/** What is read or made for a matrix of a study: a file of the folder, else what the study says. */
export function sourceOf({ name, source }: StudyMatrix, folder: string | undefined): MatrixSource | undefined {
  const file = ['.mtx', '.mtx.gz', '.tar.gz']
    .map((ending) => join(folder ?? '', `${name}${ending}`))
    .find((path) => folder !== undefined && existsSync(path));
  const text = file ?? (source.kind === 'notRun' ? undefined : source.source);
  return text === undefined ? undefined : { ...matrixSource(text), name };
}

function entriesOf({ facts }: StudyMatrix): number {
  return facts.find(({ what }) => what === 'nnz')?.value ?? Infinity;
}

/** The smallest first: a budget of time then reaches as many as can be. */
export function smallestFirst(matrices: readonly StudyMatrix[]): readonly StudyMatrix[] {
  return matrices.toSorted((a, b) => entriesOf(a) - entriesOf(b) || 0);
}
