// Writes the API reference of all published packages. Usage: node tools/api-docs/main.ts [FOLDER]   (default: docs/api/)
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { exitCodeOf, readReference } from './application.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'docs', 'api'));
const reference = await readReference({
  readme: join(root, 'README.md'),
  // The page links to folders of the repository, which are no part of the reference.
  validation: { invalidPath: false },
});
await reference.app.generateDocs(reference.project, target);
process.exitCode = exitCodeOf(reference);
