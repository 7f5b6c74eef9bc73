import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the addon once before all tests, where there is what it is built with. */
export function setup(): void {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, ['../../tools/build-addon.ts', '.'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
