import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tarball } from '../packages/pack-all.ts';
import { type Ended, runOutside } from './run-outside.ts';

/** What a stranger makes with the generator. */
export interface PluginRequest {
  /** An existing folder outside this repository. */
  readonly folder: string;
  /** Folder of packed packages, the only `@spmv` packages there are. */
  readonly packed: string;
  readonly kind: 'format' | 'backend';
  readonly id: string;
}

/** A plugin that was made, built, tested and packed. */
export interface MadePlugin {
  readonly tarball: Tarball;
  /** What its own tests said last. */
  readonly tested: Ended;
}

const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

async function must(ended: Promise<Ended>, what: string): Promise<Ended> {
  const { code, stdout, stderr } = await ended;
  if (code !== 0) throw new Error(`${what} failed:\n${stdout}\n${stderr}`);
  return { code, stdout, stderr };
}

/** Runs npm in a folder outside the repository. Errors: an `Error` with the output when it fails. */
export function npm(cwd: string, ...args: readonly string[]): Promise<Ended> {
  return must(runOutside('npm', args, cwd), `npm ${args.join(' ')}`);
}

/** Installs packed packages in a folder and nothing else of `@spmv`. */
export async function installPacked(folder: string, manifest: Readonly<Record<string, unknown>>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: 'outside', private: true, type: 'module', ...manifest }, null, 2)}\n`);
  await npm(folder, 'install', ...QUIET);
}

/** Makes a plugin with the packed generator, then does there what its last line says: install, build, test, pack. */
export async function makePlugin({ folder, packed, kind, id }: PluginRequest, generator: string): Promise<MadePlugin> {
  const maker = join(folder, 'maker');
  const plugin = join(folder, kind);
  if (!existsSync(maker)) await installPacked(maker, { dependencies: { '@spmv/create-plugin': `file:${generator}` } });
  await must(runOutside(join(maker, 'node_modules', '.bin', 'create-plugin'), [plugin, '--id', id, '--kind', kind, '--from', packed], folder), 'create-plugin');
  await npm(plugin, 'install', ...QUIET);
  await npm(plugin, 'run', 'build');
  const tested = await must(runOutside('npm', ['test'], plugin), 'npm test');
  const { stdout } = await npm(plugin, 'pack', '--json', '--silent');
  const [made] = JSON.parse(stdout) as readonly { readonly name: string; readonly filename: string }[];
  if (made === undefined) throw new Error(`npm pack told nothing: ${stdout}`);
  return { tarball: { name: made.name, folder: plugin, file: join(plugin, made.filename) }, tested };
}
