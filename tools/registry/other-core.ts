import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { outsideEnvironment } from '../outside-package/outside-environment.ts';
import type { Tarball } from '../packages/pack-all.ts';

const run = promisify(execFile);

/** A version of core that no package of ours asks for. */
export const OTHER_CORE = '9.9.9';

async function packed(folder: string): Promise<Tarball> {
  const { stdout } = await run('npm', ['pack', '--json', '--silent'], { cwd: folder, env: outsideEnvironment() });
  const [made] = JSON.parse(stdout) as readonly { readonly name: string; readonly filename: string }[];
  if (made === undefined) throw new Error(`npm pack told nothing: ${stdout}`);
  return { name: made.name, folder, file: join(folder, made.filename) };
}

/** The packed core again under {@link OTHER_CORE}, and a plugin of somebody who asks for exactly that one. Made in `folder`. */
export async function packOtherCore(core: Tarball, folder: string): Promise<readonly Tarball[]> {
  const copy = join(folder, 'other-core');
  mkdirSync(copy);
  await run('tar', ['-xzf', core.file, '--strip-components=1', '-C', copy]);
  const manifest = join(copy, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/u, `"version": "${OTHER_CORE}"`));

  const plugin = join(folder, 'late-plugin');
  mkdirSync(plugin);
  writeFileSync(
    join(plugin, 'package.json'),
    JSON.stringify({
      name: '@acme/spmv-late',
      version: '1.0.0',
      type: 'module',
      main: './plugin.js',
      dependencies: { '@spmv/core': OTHER_CORE },
      spmv: { apiVersion: 2, entry: './plugin.js', provides: { backends: ['acme/late'] } },
    }),
  );
  writeFileSync(
    join(plugin, 'plugin.js'),
    `import { definePlugin } from '@spmv/core';
export default definePlugin({ name: '@acme/spmv-late', apiVersion: 2, backends: [{
  kind: 'backend', id: 'acme/late', title: 'Late', targets: ['js'], launchParams: { axes: {} },
  probe: async () => ({ available: false, reason: 'It is late.', fix: 'Come earlier.' }), open: async () => { throw new Error('late'); },
}] });
`,
  );
  return [await packed(copy), await packed(plugin)];
}
