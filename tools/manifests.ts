// Writes into each package.json what its plugin brings; with --check it writes nothing, and fails where that is not what stands there.
// Usage: node tools/manifests.ts [--check]
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isRecord } from './lint/json.ts';
import { readWorkspace } from './lint/workspace.ts';

const SOURCES = '--conditions=@spmv/source';
const root = fileURLToPath(new URL('..', import.meta.url));

async function stale(check: boolean): Promise<readonly string[]> {
  const { providesOf } = await import('@spmv/core');
  const found: string[] = [];
  for (const { folder, manifest } of readWorkspace(root).packages) {
    const field = manifest['spmv'];
    if (!isRecord(field)) continue;
    const entry = String(field['entry']).replace(/^\.\/dist\/(.*)\.js$/u, 'src/$1.ts');
    const module = (await import(pathToFileURL(join(root, folder, entry)).href)) as { readonly default: never };
    const provides = providesOf(module.default);
    if (JSON.stringify(field['provides']) === JSON.stringify(provides)) continue;
    found.push(`${folder}/package.json`);
    const text = JSON.stringify({ ...manifest, spmv: { ...field, provides } }, null, 2);
    if (!check) writeFileSync(join(root, folder, 'package.json'), `${text}\n`);
  }
  return found;
}

if (process.execArgv.includes(SOURCES)) {
  const check = process.argv.includes('--check');
  const found = await stale(check);
  for (const file of found)
    process.stdout.write(
      check ? `${file}: "provides" is not what its plugin brings: node tools/manifests.ts\n` : `${file}\n`,
    );
  process.exitCode = check && found.length > 0 ? 1 : 0;
} else {
  const args = [SOURCES, '--no-warnings', fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
