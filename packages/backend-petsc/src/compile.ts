import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unavailable } from './errors.ts';
import type { BuildablePetsc } from './find-petsc.ts';
import type { NativeAddon } from './native.ts';

/** Both halves of the native code. */
export interface Native {
  readonly addon: NativeAddon;
  /** Path of the program that a rank runs. */
  readonly worker: string;
}

const ADDON = fileURLToPath(new URL('../addon/', import.meta.url));
const WORKER = fileURLToPath(new URL('../worker/', import.meta.url));
const FLAGS = ['-O2', '-std=c++17', `-I${ADDON}`];

/** Where compiled code is kept: what can be made again. */
function cacheFolder({ env }: NodeJS.Process): string {
  const root = env['SPMV_CACHE'] || join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'spmv');
  return join(root, 'petsc');
}

async function sourcesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder))
    .filter((name) => /\.(?:cpp|h)$/u.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Compiles a file of the cache unless it is there. Errors: `BACKEND.UNAVAILABLE`, with what the compiler says. */
async function compiled(
  petsc: BuildablePetsc,
  folder: string,
  ending: string,
  flags: readonly string[],
): Promise<string> {
  const sources = await sourcesIn(folder);
  const hash = createHash('sha256').update(JSON.stringify([petsc, flags, FLAGS, process.arch]));
  for (const source of [...sources, join(ADDON, 'shared.h')]) hash.update(await readFile(source));
  const cache = cacheFolder(process);
  const file = join(cache, `${hash.digest('hex').slice(0, 24)}${ending}`);
  if (existsSync(file)) return file;
  const made = join(cache, `${randomUUID()}${ending}`);
  try {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    const units = sources.filter((name) => name.endsWith('.cpp'));
    await promisify(execFile)(petsc.compiler, [...FLAGS, ...units, '-o', made, ...flags], { maxBuffer: 2 ** 24 });
    await rename(made, file);
  } catch (cause) {
    const { stderr = '', message } = cause as { readonly stderr?: string; readonly message: string };
    const why = stderr.split('\n').find((line) => line.includes('error')) ?? message.split('\n')[0] ?? '';
    throw unavailable(
      `'${petsc.compiler}' does not compile what the ranks run into ${cache}: ${why.trim()}`,
      'Install libpetsc-real-dev and libopenmpi-dev of the same system, and name a folder that can be written in SPMV_CACHE.',
      cause,
    );
  } finally {
    await rm(made, { force: true });
  }
  return file;
}

/** The addon and the worker, compiled unless this compiler and PETSc have done so. Errors: `BACKEND.UNAVAILABLE`. */
export async function compileNative(petsc: BuildablePetsc): Promise<Native> {
  const require = createRequire(import.meta.url);
  const { include_dir: include } = require('node-api-headers') as { readonly include_dir: string };
  const shared = ['-fPIC', '-shared', '-fvisibility=hidden', '-DNAPI_VERSION=8', `-I${include}`];
  const [addon, worker] = await Promise.all([
    compiled(petsc, ADDON, '.node', shared),
    compiled(petsc, WORKER, '', [...petsc.flags, '-lpthread']),
  ]);
  try {
    return { addon: require(addon) as NativeAddon, worker };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unavailable(
      `what was compiled does not load: ${reason}`,
      'Name a folder from which programs may run in SPMV_CACHE.',
      cause,
    );
  }
}
