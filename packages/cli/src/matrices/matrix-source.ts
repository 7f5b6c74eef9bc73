import type { Stats } from 'node:fs';
import { existsSync, lstatSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { suggestNames } from '@spmv/core';
import { inputError, problemOf, usageError } from '../cli-error.ts';
import type { CollectionName } from '../collection/collection-name.ts';
import { collectionName, requireCollectionName } from '../collection/collection-name.ts';
import { bundledMatrices, bundledPath } from './bundled.ts';
import type { GeneratorSpec } from './generator-spec.ts';
import { parseGeneratorSpec } from './generator-spec.ts';
import type { ManifestEntry } from './manifest.ts';
import { manifestMatrices } from './manifest.ts';

/** A matrix argument understood, before anything is read. */
export type MatrixSource = {
  readonly name: string;
  readonly text: string;
  /** Which matrix it has to be. */ readonly hash?: string;
} &
  /** A part of a file that has several. */
  (
    | { readonly kind: 'file'; readonly path: string; readonly part?: string }
    | { readonly kind: 'stdin' }
    | { readonly kind: 'generated'; readonly spec: GeneratorSpec }
    /** Of the SuiteSparse collection; fetched where it is not kept. */
    | { readonly kind: 'collection'; readonly collection: CollectionName }
  );

/** Before the name of a matrix of the collection. */
export const COLLECTION = 'suitesparse:';

const ENDINGS =
  /(?:(?:\.bsp)?\.npz|\.npy|\.mat|\.h5ad|\.h5|\.hdf5|\.[hr]b|\.[rcip][suhzr]a)(?:\.gz)?$|(?:\.mtx)?(?:\.tar)?(?:\.gz|\.tgz)?$/i;

/** `dw2048` of `some/dw2048.mtx.gz`. */
function stemOf(path: string): string {
  return basename(path).replace(ENDINGS, '');
}

/** What there is of this name, through links. Errors: bad input, for links that lead nowhere, and what the system says. */
function statsOf(text: string): Stats | undefined {
  let stats: Stats | undefined;
  try {
    stats = statSync(text, { throwIfNoEntry: false });
  } catch (error) {
    const { reason, fix } = problemOf(error);
    throw inputError(reason, fix, error);
  }
  if (stats === undefined && lstatSync(text, { throwIfNoEntry: false }))
    throw inputError(`${text} is a link to a file that is not there.`, 'Correct the link, or name the file itself.');
  return stats;
}

function missing(text: string): Error {
  if (collectionName(text) !== undefined)
    return inputError(
      `${text}: no such file.`,
      `Check the name and the folder you are in; the matrix of the SuiteSparse collection is ${COLLECTION}${text}.`,
    );
  if (/[\\/.]/.test(text))
    return inputError(
      `${text}: no such file.`,
      'Check the name and the folder you are in; `spmv matrices` lists the bundled matrices.',
    );
  const names = bundledMatrices().map(({ name }) => name);
  return inputError(
    `There is neither a file nor a bundled matrix '${text}'.`,
    `${suggestNames(text, names)} A generated matrix is written gen:NAME?key=value.`,
  );
}

/** The matrix of an entry; a file that is not there is found missing when it is read. */
function entrySource({ name, source, hash }: ManifestEntry): MatrixSource {
  const expected = hash === undefined ? {} : { hash };
  if (!source.startsWith(COLLECTION) && !existsSync(source) && /[\\/]/.test(source))
    return { kind: 'file', name, path: source, text: source, ...expected };
  return { ...matrixSource(source), name, ...expected };
}

/** What arguments stand for; `@FILE` and `@FILE#WHAT` are all the matrices of a manifest, or those. Errors: those of each. */
export function matrixSources(texts: readonly string[]): readonly MatrixSource[] {
  return texts.flatMap((text) =>
    text.startsWith('@') ? manifestMatrices(text).map(entrySource) : [matrixSource(text)],
  );
}

/**
 * What a matrix argument stands for: a file, `FILE#PART` of one that has several, `-`, `gen:NAME?key=value&…`, `suitesparse:GROUP/NAME`, the name of a bundled matrix, or `@FILE#NAME` of a manifest.
 *
 * Errors: bad input for files and names that do not exist, usage for generators.
 */
export function matrixSource(text: string): MatrixSource {
  if (text.startsWith('@')) {
    const [only, ...more] = matrixSources([text]);
    if (only && more.length === 0) return only;
    throw usageError(`${text} names ${more.length + 1} matrices, but exactly one is needed.`, 'Write @FILE#NAME.');
  }
  if (text === '-') return { kind: 'stdin', name: 'stdin', text };
  if (text.startsWith('gen:')) {
    const spec = parseGeneratorSpec(text.slice('gen:'.length));
    return { kind: 'generated', name: text, spec, text };
  }
  if (text.startsWith(COLLECTION)) {
    const collection = requireCollectionName(text.slice(COLLECTION.length));
    return { kind: 'collection', name: collection.name, collection, text };
  }
  const stats = statsOf(text);
  if (stats) {
    if (stats.isDirectory())
      throw inputError(`${text} is a folder, not a matrix.`, 'Give the names of the files in it.');
    return { kind: 'file', name: stemOf(text), path: text, text };
  }
  // A file and a part may both have # in their names: the longest name of a file that is there counts.
  for (let at = text.lastIndexOf('#'); at > 0; at = text.lastIndexOf('#', at - 1)) {
    const [path, part] = [text.slice(0, at), text.slice(at + 1)];
    if (part !== '' && existsSync(path) && statSync(path).isFile())
      return { kind: 'file', name: `${stemOf(path)}#${part}`, path, part, text };
  }
  const bundled = bundledMatrices().find(({ name }) => name === text);
  if (bundled) return { kind: 'file', name: bundled.name, path: bundledPath(bundled.file), text };
  throw missing(text);
}
