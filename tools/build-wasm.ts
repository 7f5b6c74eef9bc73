// Compiles the AssemblyScript kernels of every package that has an assembly/index.ts into dist/wasm, if they changed, and those of complex numbers that its complex.ts names.
// Usage: node tools/build-wasm.ts [--fast] [package folder ...]   (default: all packages; --fast: only what is published)
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What packages import as `@spmv/kernel-kit/assembly/…`; a compiler finds it in their node_modules. */
const KIT = join(ROOT, 'packages', 'kernel-kit', 'assembly');
const OPTIONS = ['--config', join(KIT, 'asconfig.json'), '--transform', join(KIT, 'entries.js')];
// Level 1 is what checked.ts of the kit takes as the sign to check every access against its array. Engines compile what level 0 leaves, thousands of locals, in seconds.
const BUILDS = ['simd', 'relaxed-simd', 'relaxed-simd.checked'];
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

async function build(folder: string, builds: readonly string[]): Promise<void> {
  const source = join(folder, 'assembly');
  const target = join(folder, 'dist', 'wasm');
  const changed = Math.max(newest(source), newest(KIT), statSync(fileURLToPath(import.meta.url)).mtimeMs);
  const stale = Object.entries(ENTRIES)
    .filter(([entry]) => existsSync(join(source, entry)))
    .flatMap(([entry, prefix]) => builds.map((name) => ({ entry, name, file: join(target, `${prefix}${name}.wasm`) })))
    .filter(({ file }) => !existsSync(file) || statSync(file).mtimeMs < changed);
  if (stale.length === 0) return;
  // Of the package's own version, so not by name.
  const { default: asc } = (await import(
    pathToFileURL(join(folder, 'node_modules', 'assemblyscript', 'dist', 'asc.js')).href
  )) as { readonly default: Compiler };
  mkdirSync(target, { recursive: true });
  for (const { entry, name, file } of stale) {
    const packages = ['--path', join(folder, 'node_modules')];
    const made = [...OPTIONS, '--target', name, '--outFile', file, ...packages];
    const { error, stderr } = await asc.main([join(source, entry), ...made]);
    if (error) throw new Error(`${file}: ${error.message}\n${stderr.toString()}`);
  }
}

const fast = process.argv.includes('--fast');
const given = process.argv.slice(2).filter((argument) => argument !== '--fast');
const builds = fast ? BUILDS.filter((name) => !name.endsWith('.checked')) : BUILDS;
const folders =
  given.length > 0
    ? given.map((folder) => resolve(folder))
    : readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name));
for (const folder of folders.filter((path) => existsSync(join(path, 'assembly', 'index.ts'))))
  await build(folder, !fast && CHECKED_IN_SIMD.has(basename(folder)) ? [...builds, 'simd.checked'] : builds);
