// Packs every package as it would be published. Usage: node tools/pack.ts [FOLDER]   (default: packed/)
import { resolve } from 'node:path';
import process from 'node:process';
import { packAll } from './packages/pack-all.ts';

for (const { name, file } of await packAll(resolve(process.argv[2] ?? 'packed')))
  process.stdout.write(`${name}\t${file}\n`);
