import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { suggestNames } from '@spmv/core';
import { inputError, problemOf, usageError } from '../cli-error.ts';
import { bundledMatrices } from './bundled.ts';

/** A matrix that a manifest names: fields of `spmv.matrices/1`. */
export interface ManifestEntry {
  readonly name: string;
  /** A generator, `suitesparse:GROUP/NAME`, a bundled name, or a file beside the manifest. */
  readonly source: string;
  /** Of the matrix; see `matrixHash`. */
  readonly hash?: string;
  /** What it is for. */
  readonly for: readonly string[];
}

const FIX = 'Write { "schema": "spmv.matrices/1", "matrices": [{ "name", "source", "hash", "for" }, …] }.';

function isEntry(value: unknown): value is ManifestEntry {
  const { name, source, hash, for: tags } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof name === 'string' &&
    typeof source === 'string' &&
    (hash === undefined || typeof hash === 'string') &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string')
  );
}

function read(path: string): readonly ManifestEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw inputError(`${path} is not JSON: ${cause.message}`, FIX, cause);
    throw inputError(problemOf(cause).reason, 'Name a manifest of matrices after the @.', cause);
  }
  const { schema, matrices } = (value ?? {}) as { readonly schema?: unknown; readonly matrices?: unknown };
  if (schema !== 'spmv.matrices/1' || !Array.isArray(matrices))
    throw inputError(`${path} is not a manifest of matrices (schema ${String(schema)}).`, FIX);
  const wrong = matrices.findIndex((entry) => !isEntry(entry));
  if (wrong >= 0) throw inputError(`${path}: matrices[${wrong}] is not a matrix.`, FIX);
  return matrices as readonly ManifestEntry[];
}

/** A source as a command line would have it: a file beside the manifest by its path. */
function argumentOf(source: string, path: string): string {
  if (/^(?:gen|suitesparse):/.test(source) || bundledMatrices().some(({ name }) => name === source)) return source;
  return resolve(dirname(path), source);
}

/**
 * The matrices of `@FILE`, or of `@FILE#WHAT,WHAT`: those of such a name or for such a purpose.
 *
 * Errors: bad input for a file that is no manifest, usage for a choice that names nothing in it.
 */
export function manifestMatrices(text: string): readonly ManifestEntry[] {
  const [path = '', choice] = text.slice(1).split('#', 2);
  const all = read(path).map((entry) => ({ ...entry, source: argumentOf(entry.source, path) }));
  if (choice === undefined) return all;
  const wanted = choice.split(',').filter((part) => part !== '');
  const known = new Set(all.flatMap(({ name, for: tags }) => [name, ...tags]));
  const astray = wanted.find((part) => !known.has(part));
  if (astray !== undefined || wanted.length === 0)
    throw usageError(
      `${path} has no matrix called '${astray ?? ''}', and none that is for it.`,
      suggestNames(astray ?? '', known),
    );
  return all.filter(({ name, for: tags }) => wanted.includes(name) || tags.some((tag) => wanted.includes(tag)));
}
