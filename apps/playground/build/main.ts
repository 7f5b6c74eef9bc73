// After Vite: writes the service worker over everything that is in the folder by then.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { filesToKeep, serviceWorkerText } from './service-worker.ts';

const folder = process.argv[2] ?? fileURLToPath(new URL('../dist/site', import.meta.url));
const kept = filesToKeep(folder);
writeFileSync(join(folder, 'sw.js'), await serviceWorkerText(kept));
process.stdout.write(`${folder}: ${kept.length} files are kept for visits without a network.\n`);
