// Packs every package as it would be published. Usage: node tools/pack.ts [FOLDER] [--without-binaries]   (default: packed/)
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { packAll } from './packages/pack-all.ts';

const { values, positionals } = parseArgs({
  options: { 'without-binaries': { type: 'boolean', default: false } },
  allowPositionals: true,
});
for (const { name, file } of await packAll(resolve(positionals[0] ?? 'packed'), {
  withoutBinaries: values['without-binaries'],
}))
  process.stdout.write(`${name}\t${file}\n`);
