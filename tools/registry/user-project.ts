import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EndedProgram, runOutside } from '../outside-package/run-outside.ts';
import { npmrc } from './start-registry.ts';

export type PackageManager = 'npm' | 'pnpm';

/** An empty folder in which somebody installs packages by name, one after another. */
export interface UserProject {
  readonly folder: string;
  /** `npm install NAMES` or `pnpm add NAMES`. Errors: an `Error` with the output when it fails. */
  add(...names: readonly string[]): Promise<void>;
  /** `npx spmv ARGS` or `pnpm exec spmv ARGS`. */
  spmv(...args: readonly string[]): Promise<EndedProgram>;
  /** `npm create @spmv/plugin NAME -- ARGS` or `pnpm create …`, then install, build and pack there, as `manager` does. Gives the tarball. */
  createPlugin(name: string, ...args: readonly string[]): Promise<string>;
  remove(): void;
}

const COMMANDS: Readonly<
  Record<PackageManager, Readonly<Record<'add' | 'exec' | 'create' | 'dashes', readonly string[]>>>
> = {
  npm: {
    add: ['install', '--no-audit', '--no-fund'],
    exec: ['exec', '--no', '--'],
    create: ['create', '--yes'],
    dashes: ['--'],
  },
  pnpm: { add: ['add'], exec: ['exec'], create: ['create'], dashes: [] },
};

/** Makes the folder; it holds nothing but the line that says where `@spmv` is published. */
export function makeUserProject(manager: PackageManager, registry: string): UserProject {
  const own = mkdtempSync(join(tmpdir(), `spmv-${manager}-`));
  const folder = join(own, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, '.npmrc'), npmrc(registry, '@spmv', '@acme'));
  const { add, exec, create, dashes } = COMMANDS[manager];
  // Caches of the project's own, so that nothing of an earlier run, or of this one, stays anywhere.
  const caches = {
    npm_config_cache: join(own, 'npm'),
    XDG_CACHE_HOME: join(own, 'cache'),
    XDG_DATA_HOME: join(own, 'data'),
  };
  const must = async (cwd: string, ...args: readonly string[]): Promise<void> => {
    const ended = await runOutside(manager, args, cwd, caches);
    if (ended.code !== 0) throw new Error(`${manager} ${args.join(' ')} failed:\n${ended.stdout}\n${ended.stderr}`);
  };
  return {
    folder,
    add: (...names) => must(folder, ...add, ...names),
    async createPlugin(name, ...args) {
      await must(folder, ...create, '@spmv/plugin', name, ...dashes, ...args);
      // Out of the project, whose lockfile and settings it does not share.
      const plugin = join(own, name);
      renameSync(join(folder, name), plugin);
      writeFileSync(join(plugin, '.npmrc'), npmrc(registry, '@spmv'));
      await must(plugin, 'install');
      await must(plugin, 'run', 'build');
      await must(plugin, 'pack');
      const tarball = readdirSync(plugin).find((file) => file.endsWith('.tgz'));
      if (tarball === undefined) throw new Error(`${manager} pack left nothing in ${plugin}.`);
      return join(plugin, tarball);
    },
    spmv: (...args) => runOutside(manager, [...exec, 'spmv', ...args], folder, caches),
    remove: () => rmSync(own, { recursive: true, force: true }),
  };
}
