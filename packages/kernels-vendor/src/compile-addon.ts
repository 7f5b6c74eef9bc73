import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SpmvError } from '@spmv/core';

/** A product of a library. */
interface VendorProduct {
  run(): void;
  dispose(): void;
}

/** What the addon exports. Errors have `code` `UNAVAILABLE`, then with `fix`, or `FAILED`. */
export interface VendorAddon {
  addressOf(view: Uint8Array): number;
  largePages(view: Uint8Array, bytes: number): void;
  bind(name: string, args: Float64Array): VendorProduct | undefined;
}

const SOURCES = fileURLToPath(new URL('../addon/', import.meta.url));
/** What programs that are to be compared with are compiled with. */
const FLAGS = ['-O3', '-march=native', '-fopenmp', '-std=c++20', '-fPIC', '-shared', '-fvisibility=hidden'];

function unavailable(reason: string, fix: string, cause?: unknown): SpmvError {
  return new SpmvError('BACKEND.UNAVAILABLE', `Kernels of other libraries are unavailable: ${reason}.`, {
    fix,
    details: { reason },
    cause,
  });
}

/** What a compiler prints. Errors: `BACKEND.UNAVAILABLE`. */
async function compile(compiler: string, args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(compiler, args)).stdout;
  } catch (cause) {
    const { code, stderr = '' } = cause as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT')
      throw unavailable(
        `there is no C++ compiler '${compiler}', and they are compiled on the machine that they measure`,
        'Install g++, or name another compiler with OpenMP in CXX.',
        cause,
      );
    const why = stderr.split('\n').find((line) => line.includes('error')) ?? stderr.split('\n')[0] ?? '';
    throw unavailable(
      `'${compiler}' does not compile them: ${why.trim()}`,
      'Use g++ 10 or later with libgomp, or name another compiler with OpenMP in CXX.',
      cause,
    );
  }
}

/** Where compiled code is kept: what can be made again. */
function cacheFolder({ env }: NodeJS.Process): string {
  const root = (env['SPMV_CACHE'] ?? '') || join((env['XDG_CACHE_HOME'] ?? '') || join(homedir(), '.cache'), 'spmv');
  return join(root, 'vendor');
}

async function sourceFiles(): Promise<readonly string[]> {
  return (await readdir(SOURCES)).filter((name) => /\.(?:cpp|h)$/u.test(name)).sort();
}

/** The addon as a file, compiled unless this compiler has done so on such a processor. Errors: `BACKEND.UNAVAILABLE`. */
async function addonFile(): Promise<string> {
  const compiler = process.env['CXX'] ?? 'g++';
  const version = await compile(compiler, ['--version']);
  const names = await sourceFiles();
  // Code without Eigen would be found again when Eigen has been installed.
  const headers = await compile(compiler, ['-E', '-P', join(SOURCES, 'has-eigen.h')]);
  const hash = createHash('sha256').update(
    JSON.stringify([compiler, version, headers, FLAGS, cpus()[0]?.model, process.arch]),
  );
  for (const name of names) hash.update(await readFile(join(SOURCES, name)));
  const folder = cacheFolder(process);
  const file = join(folder, `${hash.digest('hex').slice(0, 24)}.node`);
  if (existsSync(file)) return file;
  const made = join(folder, `${randomUUID()}.node`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unavailable(
      `compiled code cannot be kept: ${reason}`,
      'Name a folder that can be written in SPMV_CACHE.',
      cause,
    );
  }
  try {
    const { include_dir: include } = createRequire(import.meta.url)('node-api-headers') as {
      readonly include_dir: string;
    };
    const sources = names.filter((name) => name.endsWith('.cpp')).map((name) => join(SOURCES, name));
    await compile(compiler, [...FLAGS, '-DNAPI_VERSION=8', `-I${include}`, ...sources, '-o', made, '-ldl']);
    await rename(made, file);
  } finally {
    await rm(made, { force: true });
  }
  return file;
}

/** The addon, loaded by `load`. Errors: `BACKEND.UNAVAILABLE` where there is no compiler with OpenMP, or what it made does not load. */
export async function compileAddon(load: <T>(require: () => T) => T): Promise<VendorAddon> {
  if (process.platform !== 'linux')
    throw unavailable(`they are made for Linux, and this is ${process.platform}`, 'Compare with them on Linux.');
  const file = await addonFile();
  try {
    return load(() => createRequire(import.meta.url)(file) as VendorAddon);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unavailable(
      `what was compiled does not load: ${reason}`,
      `Install libgomp1, or name a folder from which programs may run in SPMV_CACHE.`,
      cause,
    );
  }
}
