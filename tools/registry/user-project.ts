import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, runOutside } from '../outside-package/run-outside.ts';
import type { Registry } from './start-registry.ts';

export type PackageManager = 'npm' | 'pnpm';

/** An empty folder in which somebody installs packages by name, one after another. */
export interface UserProject {
  readonly folder: string;
  /** `npm install NAMES` or `pnpm add NAMES`. Errors: an `Error` with the output when it fails. */
  add(...names: readonly string[]): Promise<void>;
  /** `npx spmv ARGS` or `pnpm exec spmv ARGS`. */
  spmv(...args: readonly string[]): Promise<Ended>;
  remove(): void;
}

const COMMANDS: Readonly<Record<PackageManager, { readonly add: readonly string[]; readonly exec: readonly string[] }>> = {
  npm: { add: ['install', '--no-audit', '--no-fund'], exec: ['exec', '--no', '--'] },
  pnpm: { add: ['add'], exec: ['exec'] },
};

/** Makes the folder; it holds nothing but the line that says where `@spmv` is published. */
export function makeUserProject(manager: PackageManager, registry: Registry): UserProject {
  const own = mkdtempSync(join(tmpdir(), `spmv-${manager}-`));
  const folder = join(own, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, '.npmrc'), registry.npmrc('@spmv'));
  const { add, exec } = COMMANDS[manager];
  // Caches of the project's own, so that nothing of an earlier run, or of this one, stays anywhere.
  const caches = { npm_config_cache: join(own, 'npm'), XDG_CACHE_HOME: join(own, 'cache'), XDG_DATA_HOME: join(own, 'data') };
  return {
    folder,
    async add(...names) {
      const ended = await runOutside(manager, [...add, ...names], folder, caches);
      if (ended.code !== 0) throw new Error(`${manager} cannot install ${names.join(' ')}:\n${ended.stdout}\n${ended.stderr}`);
    },
    spmv: (...args) => runOutside(manager, [...exec, 'spmv', ...args], folder, caches),
    remove: () => rmSync(own, { recursive: true, force: true }),
  };
}
