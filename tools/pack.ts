// Packs every package as it would be published. Usage: pnpm pack:all [FOLDER]   (default: packed/), or with Node 24: node tools/pack.ts [FOLDER]
import { resolve } from 'node:path';
import process from 'node:process';
import { readWorkspace } from './lint/workspace.ts';
import { leftOut } from './packages/left-out.ts';
import { packAll, ROOT } from './packages/pack-all.ts';

for (const { name, file } of await packAll(resolve(process.argv[2] ?? 'packed')))
  process.stdout.write(`${name}\t${file}\n`);
const absent = leftOut(ROOT, readWorkspace(ROOT));
if (absent !== undefined) process.stderr.write(`${absent}\n`);
