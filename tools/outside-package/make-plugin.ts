import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tarball } from '../packages/pack-all.ts';
import { type EndedProgram, runOutside } from './run-outside.ts';

/** What a stranger makes with the generator. */
export interface PluginRequest {
  /** An existing folder outside this repository. */
  readonly folder: string;
  /** Packed packages, the only `@spmv` packages there are. */
  readonly packed: readonly Tarball[];
  readonly kind: 'format' | 'kernel' | 'operation' | 'backend' | 'file';
  readonly id: string;
  /** Name of the plugin's folder. Default: its kind. */
  readonly called?: string;
}

/** How the commands that a new plugin's README names ended, one after another. */
export interface TriedPlugin {
  readonly test: EndedProgram;
  readonly conform: EndedProgram;
}

const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

type More = Readonly<Record<string, string>>;

async function must(ended: Promise<EndedProgram>, what: string): Promise<EndedProgram> {
  const { code, stdout, stderr } = await ended;
  if (code !== 0) throw new Error(`${what} failed:\n${stdout}\n${stderr}`);
  return { code, stdout, stderr };
}

/** Runs npm in a folder outside the repository. Errors: an `Error` with the output when it fails. */
export function npm(cwd: string, args: readonly string[], more: More = {}): Promise<EndedProgram> {
  return must(runOutside('npm', args, cwd, more), `npm ${args.join(' ')}`);
}

/** Installs packed packages in a folder and nothing else of `@spmv`. */
export async function installPacked(folder: string, manifest: Readonly<Record<string, unknown>>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'outside', private: true, type: 'module', ...manifest }, null, 2)}\n`,
  );
  await npm(folder, ['install', ...QUIET]);
}

/** Makes a plugin with the packed generator. Installs nothing there; gives its folder. */
export async function makePlugin({ folder, packed, kind, id, called = kind }: PluginRequest): Promise<string> {
  const maker = join(folder, 'maker');
  const plugin = join(folder, called);
  const generator = packed.find(({ name }) => name === '@spmv/create-plugin')?.file ?? 'no generator';
  if (!existsSync(maker)) await installPacked(maker, { dependencies: { '@spmv/create-plugin': `file:${generator}` } });
  const from = packed.flatMap(({ file }) => ['--from', file]);
  await must(
    runOutside(
      join(maker, 'node_modules', '.bin', 'create-plugin'),
      [plugin, '--id', id, '--kind', kind, ...from],
      folder,
    ),
    'create-plugin',
  );
  return plugin;
}

/** `npm install && npm test && npx spmv conform .` from nothing but sources, on a Node for which every package must be meant. */
export async function tryPlugin(plugin: string, more: More): Promise<TriedPlugin> {
  for (const made of ['node_modules', 'dist', 'conformance.json'])
    rmSync(join(plugin, made), { recursive: true, force: true });
  await npm(plugin, ['install', '--engine-strict', ...QUIET], more);
  return {
    test: await npm(plugin, ['test'], more),
    conform: await must(runOutside('npx', ['--no', 'spmv', 'conform', '.'], plugin, more), 'conform'),
  };
}

/** Packs a plugin as its author would. */
export async function packPlugin(plugin: string): Promise<Tarball> {
  const { stdout } = await npm(plugin, ['pack', '--json', '--silent']);
  const [made] = JSON.parse(stdout) as readonly { readonly name: string; readonly filename: string }[];
  if (made === undefined) throw new Error(`npm pack told nothing: ${stdout}`);
  return { name: made.name, folder: plugin, file: join(plugin, made.filename) };
}
