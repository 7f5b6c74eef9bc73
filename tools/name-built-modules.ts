// Finishes what the compiler does for modules that are named by URL, as it does for imports: `new URL('../js/csr.ts', import.meta.url)` in src
// is `…csr.js…` in dist, so that sources and dist both run and bundlers see a literal; and `import(url)` stays what it is, where the compiler
// puts a function around the URL that would rewrite a relative path, which no URL is and over which webpack's minimizer stumbles.
// Usage: node tools/name-built-modules.ts [package folder ...]   (default: all packages)
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAMED = /((?:new URL|unbundledUrl)\('\.[^']*)\.ts(', import\.meta\.url\))/gu;
/** The function of the compiler, where nothing calls it any more: bundlers warn of its `this`. */
const HELPER = /^var __rewriteRelativeImportExtension = [^]*?^\};\n/mu;
const IMPORTED = /import\(__rewriteRelativeImportExtension\(((?:\/\*.*?\*\/|\s)*\w+)\)\)/gu;

function finish(dist: string): void {
  for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const named = text.replace(NAMED, '$1.js$2').replace(IMPORTED, 'import($1)');
    const isCalled = named.includes('__rewriteRelativeImportExtension(');
    // Its lines stay, empty: source maps count them.
    const finished = isCalled ? named : named.replace(HELPER, (helper) => helper.replaceAll(/[^\n]+/gu, ''));
    if (finished !== text) writeFileSync(path, finished);
  }
}

const given = process.argv.slice(2);
const folders =
  given.length > 0
    ? given.map((folder) => resolve(folder))
    : readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name));
for (const dist of folders.map((folder) => join(folder, 'dist')).filter((path) => existsSync(path))) finish(dist);
