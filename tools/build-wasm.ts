// Compiles the AssemblyScript kernels of every package that has an assembly/index.ts into dist/wasm, if they changed, and those of complex numbers that its complex.ts names.
// Usage: node tools/build-wasm.ts [--fast] [--for-tests] [package folder ...]   (default: all packages; --fast: only what is published; --for-tests: hardly
// optimized without relaxed SIMD)
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, workerData } from 'node:worker_threads';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What packages import as `@spmv/kernel-kit/assembly/…`; a compiler finds it in their node_modules. */
const KIT = join(ROOT, 'packages', 'kernel-kit', 'assembly');
const OPTIONS = ['--config', join(KIT, 'asconfig.json'), '--transform', join(KIT, 'entries.js')];
// Level 1 is what checked.ts of the kit takes as the sign to check every access against its array. Engines compile what level 0 leaves, thousands of locals, in seconds.
const BUILDS = ['simd', 'relaxed-simd', 'relaxed-simd.checked'];
/** Half the time, for the build that engines with relaxed SIMD never take. */
const HARDLY: Readonly<Record<string, readonly string[]>> = { simd: ['--optimizeLevel', '2'] };
/** Lies beside what was hardly optimized. */
const MARK = '.for-tests';
/** Packages whose tests run checked builds without fused multiply-add, too. */
const CHECKED_IN_SIMD = new Set(['fused', 'gemm', 'kernels-cpu', 'vectors']);
/** Entry files, and what the names of their modules begin with. */
const ENTRIES = { 'index.ts': '', 'complex.ts': 'complex-' };

/** What of AssemblyScript's compiler this uses. */
interface Compiler {
  main(options: readonly string[]): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

/** Time of the newest file below a folder. */
function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? newest(path) : statSync(path).mtimeMs;
    }),
  );
}

interface Compilation {
  readonly folder: string;
  readonly entry: string;
  readonly name: string;
  readonly file: string;
}

/** What a package has to have compiled. */
function staleIn(folder: string, builds: readonly string[]): readonly Compilation[] {
  const source = join(folder, 'assembly');
  const changed = Math.max(newest(source), newest(KIT), statSync(fileURLToPath(import.meta.url)).mtimeMs);
  return Object.entries(ENTRIES)
    .filter(([entry]) => existsSync(join(source, entry)))
    .flatMap(([entry, prefix]) =>
      builds.map((name) => ({ folder, entry, name, file: join(folder, 'dist', 'wasm', `${prefix}${name}.wasm`) })),
    )
    .filter(
      ({ file }) =>
        !existsSync(file) || statSync(file).mtimeMs < changed || (!forTests && existsSync(`${file}${MARK}`)),
    );
}

async function compile({ folder, entry, name, file }: Compilation): Promise<void> {
  // Of the package's own version, so not by name.
  const { default: asc } = (await import(
    pathToFileURL(join(folder, 'node_modules', 'assemblyscript', 'dist', 'asc.js')).href
  )) as { readonly default: Compiler };
  mkdirSync(join(folder, 'dist', 'wasm'), { recursive: true });
  const hardly = (forTests && HARDLY[name]) || [];
  const made = [...OPTIONS, '--target', name, ...hardly, '--outFile', file, '--path', join(folder, 'node_modules')];
  const { error, stderr } = await asc.main([join(folder, 'assembly', entry), ...made]);
  if (error) throw new Error(`${file}: ${error.message}\n${stderr.toString()}`);
  if (hardly.length > 0) writeFileSync(`${file}${MARK}`, '');
  else rmSync(`${file}${MARK}`, { force: true });
}

/** Everything that is stale, in the order of {@link BUILDS} for each package. */
function stale(): readonly Compilation[] {
  const fast = process.argv.includes('--fast');
  const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const builds = fast ? BUILDS.filter((name) => !name.endsWith('.checked')) : BUILDS;
  const folders =
    given.length > 0
      ? given.map((folder) => resolve(folder))
      : readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name));
  return folders
    .filter((path) => existsSync(join(path, 'assembly', 'index.ts')))
    .flatMap((folder) =>
      staleIn(folder, !fast && CHECKED_IN_SIMD.has(basename(folder)) ? [...builds, 'simd.checked'] : builds),
    );
}

/** What there is to compile, and how much of it was taken: all threads take from it. */
interface Work {
  readonly items: readonly Compilation[];
  readonly taken: Int32Array;
}

const forTests = process.argv.includes('--for-tests');
const work = (workerData as Work | null) ?? {
  items: stale(),
  taken: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
};
// A compiler takes a second to begin.
const helpers = workerData === null ? Math.min(availableParallelism(), Math.ceil(work.items.length / 4)) - 1 : 0;
const help = (): Worker => new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: work });
for (let i = 0; i < helpers; i++) help();
for (let next = take(); next !== undefined; next = take()) await compile(next);

function take(): Compilation | undefined {
  return work.items[Atomics.add(work.taken, 0, 1)];
}
