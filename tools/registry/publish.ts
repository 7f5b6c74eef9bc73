import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { outsideEnvironment } from '../outside-package/outside-environment.ts';
import { ROOT, type Tarball } from '../packages/pack-all.ts';
import { OTHER_CORE } from './other-core.ts';
import { npmrc } from './start-registry.ts';

/** A continuous integration's name in the environment makes `provenance` of a manifest ask for a signature, which nobody gives here. */
export function unsigned(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(outsideEnvironment()).filter(([name]) => !/^(?:CI$|GITHUB_|ACTIONS_|GITLAB_|SIGSTORE_)/u.test(name)),
  );
}

async function pnpm(args: readonly string[], url: string, settings: string, cwd: string): Promise<void> {
  await promisify(execFile)('pnpm', [...args, '--no-git-checks', '--registry', url], {
    cwd,
    env: { ...unsigned(), npm_config_userconfig: settings },
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32', // pnpm is a .cmd file there
  });
}

async function withSettings(url: string, work: (settings: string, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-publish-'));
  try {
    const settings = join(folder, '.npmrc');
    writeFileSync(settings, npmrc(url, '@spmv'));
    await work(settings, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Publishes packed packages in the registry at `url`, each as it is, with pnpm. */
export function publish(url: string, tarballs: readonly Tarball[]): Promise<void> {
  return withSettings(url, async (settings, folder) => {
    for (const { file } of tarballs) {
      // A tag of its own for each version: what is published last is not what everybody gets.
      const tag = file.includes(OTHER_CORE) ? ['--tag', 'next'] : [];
      await pnpm(['publish', file, ...tag], url, settings, folder);
    }
  });
}

/** Publishes packages of the workspace, by one pnpm that packs them anew: the bits of their tarballs. */
export function publishWorkspace(url: string, packages: readonly Tarball[]): Promise<void> {
  const chosen = packages.map(({ folder }) => `--filter=./${folder}`);
  return withSettings(url, (settings) => pnpm([...chosen, '-r', 'publish'], url, settings, ROOT));
}
