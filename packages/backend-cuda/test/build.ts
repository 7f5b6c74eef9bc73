import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the addon and, where nvcc is installed, the kernels, once before all tests; what is up to date is left alone. */
export function setup(): void {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  for (const tool of ['../../tools/build-addon.ts', '../../tools/build-ptx.ts'])
    execFileSync(process.execPath, [tool, '.'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}
