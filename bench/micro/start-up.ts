import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuRegistry } from './plugins.ts';
import type { Suite } from './suite.ts';
import { suiteOf } from './suite.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'dist', 'main.js');

/** The registry, and the command until it has found and loaded what is installed. */
export async function startUp(): Promise<Suite> {
  const registry = cpuRegistry();
  const command = (...args: readonly string[]) => ({
    name: `spmv ${args.join(' ')}`,
    run: async () => void (await promisify(execFile)(process.execPath, [MAIN, ...args])),
  });
  return suiteOf([
    { name: 'make a registry', run: () => cpuRegistry() },
    { name: 'kernels of a format for a target', run: () => registry.kernels({ format: 'csr', targets: ['wasm'] }) },
    command('--version'),
    command('formats', '--json'),
    command('multiply', 'cage4', '--quiet'),
  ]);
}
