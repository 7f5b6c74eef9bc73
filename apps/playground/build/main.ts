// After Vite: writes the service worker. Usage: node build/main.ts [FOLDER]
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeServiceWorker } from './service-worker.ts';

const folder = process.argv[2] ?? fileURLToPath(new URL('../dist/site', import.meta.url));
const kept = await writeServiceWorker(folder);
process.stdout.write(`${folder}: ${kept} files are kept for visits without a network.\n`);
