// Copies docs/*.md into dist/docs of the package it is run in, so that whoever installed it has the guide and the errors at hand.
// Links to what is not copied lead to the repository. Runs when a package is packed. Usage: node ../../tools/stage-docs.ts
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
const REPOSITORY = 'https://github.com/spmv/spmv/blob/main/';

const names = readdirSync(DOCS).filter((name) => name.endsWith('.md'));

/** A document with the relative links that lead out of docs/ made absolute. */
function standalone(text: string): string {
  return text.replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/gu, (whole, path: string, anchor = '') =>
    names.includes(path) ? whole : `](${REPOSITORY}${posix.join('docs', path)}${anchor})`,
  );
}

const target = join('dist', 'docs');
mkdirSync(target, { recursive: true });
for (const name of readdirSync(target)) if (!names.includes(name)) rmSync(join(target, name));
for (const name of names) writeFileSync(join(target, name), standalone(readFileSync(join(DOCS, name), 'utf8')));
