import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the addon and, where nvcc is installed, the kernels, once before all tests; what is up to date is left alone. */
export function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../tools/build-native.ts', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
