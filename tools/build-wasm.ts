// Compiles the AssemblyScript kernels of every package that has an assembly/index.ts into dist/wasm, if they changed.
// Usage: node tools/build-wasm.ts [--fast] [package folder ...]   (default: all packages; --fast: only what is published)
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What packages import as `@spmv/kernel-kit/assembly/…`; a compiler finds it in their node_modules. */
const KIT = join(ROOT, 'packages', 'kernel-kit', 'assembly');
const COMMON = [
  '--runtime',
  'stub',
  '--use',
  'abort=',
  '--importMemory',
  '--sharedMemory',
  '--initialMemory',
  '1',
  '--maximumMemory',
  '65536',
  '--memoryBase',
  '64',
];
const FAST = ['-O3', '--noAssert', '--uncheckedBehavior', 'always'];
// Level 0 is what checked.ts of the kit takes as the sign to check every access against its array.
const CHECKED = ['--optimizeLevel', '0', '--shrinkLevel', '0', '--debug'];
const SIMD = ['--enable', 'simd', '--enable', 'threads'];
const RELAXED = [...SIMD, '--enable', 'relaxed-simd'];
const BUILDS: readonly (readonly [string, readonly string[]])[] = [
  ['simd.wasm', [...FAST, ...SIMD]],
  ['relaxed-simd.wasm', [...FAST, ...RELAXED]],
  ['simd.checked.wasm', [...CHECKED, ...SIMD]],
  ['relaxed-simd.checked.wasm', [...CHECKED, ...RELAXED]],
];

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

async function build(folder: string, builds: typeof BUILDS): Promise<void> {
  const source = join(folder, 'assembly');
  const target = join(folder, 'dist', 'wasm');
  const changed = Math.max(newest(source), newest(KIT), statSync(fileURLToPath(import.meta.url)).mtimeMs);
  const stale = builds.filter(
    ([name]) => !existsSync(join(target, name)) || statSync(join(target, name)).mtimeMs < changed,
  );
  if (stale.length === 0) return;
  // Of the package's own version, so not by name.
  const { default: asc } = (await import(
    pathToFileURL(join(folder, 'node_modules', 'assemblyscript', 'dist', 'asc.js')).href
  )) as { readonly default: Compiler };
  mkdirSync(target, { recursive: true });
  for (const [name, options] of stale) {
    const { error, stderr } = await asc.main([
      join(source, 'index.ts'),
      '--outFile',
      join(target, name),
      '--path',
      join(folder, 'node_modules'),
      ...COMMON,
      ...options,
    ]);
    if (error) throw new Error(`${join(target, name)}: ${error.message}\n${stderr.toString()}`);
  }
}

const fast = process.argv.includes('--fast');
const given = process.argv.slice(2).filter((argument) => argument !== '--fast');
const builds = fast ? BUILDS.filter(([, options]) => !options.includes('--debug')) : BUILDS;
const folders =
  given.length > 0
    ? given.map((folder) => resolve(folder))
    : readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name));
for (const folder of folders.filter((path) => existsSync(join(path, 'assembly', 'index.ts'))))
  await build(folder, builds);
