// Packs every package as it would be published, into packed/ or a folder that is named.
import { resolve } from 'node:path';
import process from 'node:process';
import { readWorkspace } from './lint/workspace.ts';
import { leftOut } from './packages/left-out.ts';
import { packAll, ROOT } from './packages/pack-all.ts';

const [folder = 'packed', ...more] = process.argv.slice(2);
if (folder.startsWith('-') || more.length > 0) {
  process.stderr.write('usage: pnpm pack:all [FOLDER]   (default: packed/)\n');
  process.exit(folder === '--help' ? 0 : 2);
}
for (const { name, file } of await packAll(resolve(folder))) process.stdout.write(`${name}\t${file}\n`);
const absent = leftOut(ROOT, readWorkspace(ROOT));
if (absent !== undefined) process.stderr.write(`${absent}\n`);
