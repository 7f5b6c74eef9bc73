// In what was built, modules that sources name by URL are named as they are called there: `new URL('../js/csr.ts', import.meta.url)` in
// src is `…csr.js…` in dist. The compiler does the same with imports, and leaves URLs alone. Sources and dist both run, and bundlers see
// a literal. Usage: node tools/name-built-modules.mjs [package folder ...]   (default: all packages)
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAMED = /(new URL\('\.[^']*)\.ts(', import\.meta\.url\))/gu;

function rename(dist) {
  for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const renamed = text.replace(NAMED, '$1.js$2');
    if (renamed !== text) writeFileSync(path, renamed);
  }
}

const given = process.argv.slice(2);
const folders = given.length > 0 ? given.map((folder) => resolve(folder)) : readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name));
for (const dist of folders.map((folder) => join(folder, 'dist')).filter((path) => existsSync(path))) rename(dist);
