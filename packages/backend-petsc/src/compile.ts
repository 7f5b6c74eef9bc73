import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stillCompiling, unavailable } from './errors.ts';
import type { BuildablePetsc } from './find-petsc.ts';
import type { PetscAddon } from './native.ts';

/** Both halves of the native code. */
export interface Native {
  readonly addon: PetscAddon;
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

/** Takes turns with other processes, and puts a file in its place only when it is whole. */
const SCRIPT = 'made=$1 file=$2; shift 2; test -e "$file" || { "$@" -o "$made" && mv -f "$made" "$file"; }';

interface Making {
  readonly file: string;
  readonly command: readonly string[];
  /** The source, as the compiler reads it. */
  readonly text: string;
  readonly waitMs: number;
}

/**
 * Starts a compiler that goes on when this process ends, and waits for so long.
 * Errors: those of the file system; what the compiler says, as {@link Error}.
 */
async function make({ file, command, text, waitMs }: Making): Promise<'made' | 'late'> {
  const made = `${file}.${randomUUID()}`;
  const log = await open(`${file}.log`, 'a');
  try {
    const child = spawn('flock', [`${file}.lock`, 'sh', '-c', SCRIPT, 'sh', made, file, ...command], {
      detached: true,
      stdio: ['pipe', 'ignore', log.fd],
    });
    const over = new AbortController();
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.stdin?.on('error', () => {});
    child.stdin?.end(text);
    const first = await Promise.race([ended, pause(waitMs, 'late' as const, { signal: over.signal })]);
    if (first === 'late') {
      child.unref();
      return 'late';
    }
    over.abort();
    if (first[0] === 0) return 'made';
    throw new Error(await readFile(`${file}.log`, 'utf8'));
  } finally {
    await log.close();
  }
}

/** Compiles a file of the cache unless it is there. Errors: `BACKEND.UNAVAILABLE`, with what the compiler says, or where it takes longer than so long. */
async function compiled(
  petsc: BuildablePetsc,
  folder: string,
  ending: string,
  flags: readonly string[],
  waitMs: number,
): Promise<string> {
  const sources = await sourcesIn(folder);
  const headers = (await sourcesIn(ADDON)).filter((name) => name.endsWith('.h'));
  const hash = createHash('sha256').update(JSON.stringify([petsc, flags, FLAGS, process.arch]));
  for (const source of new Set([...sources, ...headers])) hash.update(await readFile(source));
  const cache = cacheFolder(process);
  const file = join(cache, `${hash.digest('hex').slice(0, 24)}${ending}`);
  if (existsSync(file)) {
    // Of a compiler that ended when nobody waited for it any more.
    await rm(`${file}.log`, { force: true });
    return file;
  }
  // As one unit: most of the time goes to the headers of PETSc.
  const units = sources.filter((name) => name.endsWith('.cpp'));
  const text = units.map((name) => `#include ${JSON.stringify(name)}\n`).join('');
  let outcome: 'made' | 'late' | undefined;
  try {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    const command = [petsc.compiler, ...FLAGS, '-x', 'c++', '-', '-x', 'none', ...flags];
    outcome = await make({ file, command, text, waitMs });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const why = message.split('\n').find((line) => line.includes('error')) ?? message.split('\n')[0] ?? '';
    throw unavailable(
      `'${petsc.compiler}' does not compile what the ranks run into ${cache}: ${why.trim()}`,
      'Install libpetsc-real-dev and libopenmpi-dev of the same system, and name a folder that can be written in SPMV_CACHE.',
      cause,
    );
  } finally {
    if (outcome !== 'late') await rm(`${file}.log`, { force: true });
  }
  if (outcome === 'made') return file;
  throw stillCompiling(waitMs);
}

/** The addon and the worker, compiled unless this compiler and PETSc have done so; in so long, or later by itself. Errors: `BACKEND.UNAVAILABLE`. */
export async function compileNative(petsc: BuildablePetsc, waitMs: number): Promise<Native> {
  const require = createRequire(import.meta.url);
  const { include_dir: include } = require('node-api-headers') as { readonly include_dir: string };
  const shared = ['-fPIC', '-shared', '-fvisibility=hidden', '-DNAPI_VERSION=8', `-I${include}`];
  const [addon, worker] = await Promise.all([
    compiled(petsc, ADDON, '.node', shared, waitMs),
    compiled(petsc, WORKER, '', [...petsc.flags, '-lpthread'], waitMs),
  ]);
  try {
    return { addon: require(addon) as PetscAddon, worker };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unavailable(
      `what was compiled does not load: ${reason}`,
      'Name a folder from which programs may run in SPMV_CACHE.',
      cause,
    );
  }
}
