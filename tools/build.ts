// Builds what is published, of every package: modules and types, WebAssembly, CUDA kernels, addons. What is up to date is left alone; what this
// machine cannot compile is left out and named. Usage: node tools/build.ts [--for-tests] [package folder ...]   (--for-tests: PTX without machine code of
// single devices, native kernels of this processor's sets of instructions alone, WebAssembly without relaxed SIMD hardly optimized; folders: addons and
// CUDA kernels of these alone)
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Runs a program of the workspace to its end and passes on what it says. Throws where it fails. */
async function program(file: string, ...args: readonly string[]): Promise<void> {
  try {
    const { stdout, stderr } = await run(process.execPath, [file, ...args], { cwd: ROOT, maxBuffer: 2 ** 26 });
    process.stdout.write(stdout);
    process.stderr.write(stderr);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${file} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

const forTests = process.argv.includes('--for-tests');
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

/** Folders of packages that have this file, among those asked for. */
function packagesWith(path: string): readonly string[] {
  return readdirSync(join(ROOT, 'packages'))
    .map((name) => join('packages', name))
    .filter((folder) => existsSync(join(ROOT, folder, path)))
    .filter((folder) => asked.length === 0 || asked.some((each) => each.startsWith(folder)));
}

/** Scripts of workers, which stand alone: most bundlers copy them without what they import. */
const WORKERS = [
  ['packages/backend-threads/dist', 'worker/thread-main.js', 'worker.js'],
  ['packages/mmio/dist', 'node/parse-worker.js', 'parse-worker.js'],
] as const;

async function modules(): Promise<void> {
  await program('node_modules/typescript/bin/tsc', '-b');
  await program('tools/name-built-modules.ts');
  const rolldown = 'packages/backend-threads/node_modules/rolldown/bin/cli.mjs';
  for (const [dist, from, to] of WORKERS) {
    const files = [`${dist}/${from}`, '--file', `${dist}/bundle/${to}`];
    await program(rolldown, ...files, '--format', 'esm', '--log-level', 'warn');
  }
}

/** Side by side, so that no core waits for the longest file of each. */
async function compiled(): Promise<void> {
  const cuda = packagesWith('src/kernels').filter((folder) =>
    readdirSync(join(ROOT, folder, 'src', 'kernels')).some((name) => name.endsWith('.cu')),
  );
  await Promise.all([
    program('tools/build-wasm.ts', ...(forTests ? ['--for-tests'] : [])),
    ...packagesWith('addon/build.json').map((folder) =>
      program('tools/build-addon.ts', ...(forTests ? ['--here'] : []), folder),
    ),
    program('tools/build-ptx.ts', ...(forTests ? ['--for-tests'] : []), ...cuda),
  ]);
}

try {
  await Promise.all([modules(), compiled()]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
