// After Vite: puts the documents, as apps/docs has built them, beside the page, so that one folder is the whole site.
// Usage: node build/documents.ts [FOLDER]   (default: dist/site)
import { cpSync, existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const from = fileURLToPath(new URL('../../docs/dist', import.meta.url));
const folder = process.argv[2] ?? fileURLToPath(new URL('../dist/site', import.meta.url));
if (existsSync(from)) cpSync(from, folder, { recursive: true, force: false, errorOnExist: true });
else {
  process.stderr.write(`There is no ${from}: build it first, by \`pnpm docs:site\` in the root of the clone.\n`);
  process.exitCode = 1;
}
