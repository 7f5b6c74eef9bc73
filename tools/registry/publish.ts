import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { outsideEnvironment } from '../outside-package/outside-environment.ts';
import type { Tarball } from '../packages/pack-all.ts';
import { OTHER_CORE } from './other-core.ts';
import { npmrc } from './start-registry.ts';

/** A continuous integration's name in the environment makes `provenance` of a manifest ask for a signature, which nobody gives here. */
export function unsigned(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(outsideEnvironment()).filter(([name]) => !/^(?:CI$|GITHUB_|ACTIONS_|GITLAB_|SIGSTORE_)/u.test(name)),
  );
}

/** Publishes packed packages in the registry at `url`, each as it is, with pnpm. */
export async function publish(url: string, tarballs: readonly Tarball[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-publish-'));
  try {
    writeFileSync(join(folder, '.npmrc'), npmrc(url, '@spmv'));
    for (const { file } of tarballs) {
      // A tag of its own for each version: what is published last is not what everybody gets.
      const tag = file.includes(OTHER_CORE) ? ['--tag', 'next'] : [];
      await promisify(execFile)('pnpm', ['publish', file, '--no-git-checks', '--registry', url, ...tag], {
        cwd: folder,
        env: unsigned(),
        shell: process.platform === 'win32', // pnpm is a .cmd file there
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
