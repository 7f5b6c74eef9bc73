import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { suggestNames } from '@spmv/core';
import { inputError } from '../cli-error.ts';
import { bundledMatrices, bundledPath } from './bundled.ts';
import type { GeneratorSpec } from './generator-spec.ts';
import { parseGeneratorSpec } from './generator-spec.ts';

/** A matrix argument understood, before anything is read. */
export type MatrixSource =
  | { readonly kind: 'file'; readonly name: string; readonly path: string; readonly text: string }
  | { readonly kind: 'stdin'; readonly name: string; readonly text: string }
  | { readonly kind: 'generated'; readonly name: string; readonly spec: GeneratorSpec; readonly text: string };

const ENDINGS = /(\.mtx)?(\.tar)?(\.gz|\.tgz)?$/i;

/** `dw2048` of `some/dw2048.mtx.gz`. */
export function stemOf(path: string): string {
  return basename(path).replace(ENDINGS, '');
}

function missing(text: string): Error {
  if (/[\\/.]/.test(text))
    return inputError(
      `${text}: no such file.`,
      'Check the name and the folder you are in; `spmv matrices` lists what comes bundled.',
    );
  const names = bundledMatrices().map(({ name }) => name);
  return inputError(
    `There is no file and no bundled matrix '${text}'.`,
    `${suggestNames(text, names)} A generated matrix is written gen:NAME?key=value.`,
  );
}

/**
 * What a matrix argument stands for: a file, `-`, `gen:NAME?key=value&…`, or the name of a bundled matrix.
 *
 * Errors: bad input for files and names that do not exist, usage for generators.
 */
export function matrixSource(text: string): MatrixSource {
  if (text === '-') return { kind: 'stdin', name: 'stdin', text };
  if (text.startsWith('gen:')) {
    const spec = parseGeneratorSpec(text.slice('gen:'.length));
    return { kind: 'generated', name: text, spec, text };
  }
  if (existsSync(text)) {
    if (statSync(text).isDirectory()) throw inputError(`${text} is a folder, not a matrix.`, 'Name the files in it.');
    return { kind: 'file', name: stemOf(text), path: text, text };
  }
  const bundled = bundledMatrices().find(({ name }) => name === text);
  if (bundled) return { kind: 'file', name: bundled.name, path: bundledPath(bundled.file), text };
  throw missing(text);
}
