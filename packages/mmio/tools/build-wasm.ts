// Compiles assembly/ to src/wasm/*.generated.ts. Usage: node tools/build-wasm.ts [--check]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A module: the folder in assembly/, pages of memory, and what the generated file exports. */
export interface BuiltWasm {
  readonly folder: string;
  readonly pages: number;
  readonly file: string;
  readonly name: string;
}

export const MODULES: readonly BuiltWasm[] = [
  { folder: 'read', pages: 16, file: 'src/wasm/scanner.generated.ts', name: 'SCANNER_BASE64' },
  { folder: 'write', pages: 6, file: 'src/wasm/printer.generated.ts', name: 'PRINTER_BASE64' },
];

const OPTIONS = [
  '--enable',
  'simd',
  '--runtime',
  'stub',
  '-O3',
  '--noAssert',
  '--converge',
  '--uncheckedBehavior',
  'always',
  '--disableWarning',
  '112',
];

/** The generated file of a module for its sources as they are, in the package at `root`. */
export function buildModule(module: BuiltWasm, root = ROOT): string {
  const asc = join(dirname(fileURLToPath(import.meta.resolve('assemblyscript/asc'))), '..', 'bin', 'asc.js');
  const folder = mkdtempSync(join(tmpdir(), 'mmio-wasm-'));
  try {
    const out = join(folder, 'out.wasm');
    const memory = ['--initialMemory', String(module.pages), '--maximumMemory', String(module.pages)];
    execFileSync(process.execPath, [asc, `assembly/${module.folder}/index.ts`, ...OPTIONS, ...memory, '-o', out], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return `// Made by tools/build-wasm.ts from assembly/${module.folder}/. Do not edit.\nexport const ${module.name}: string =\n  '${readFileSync(out).toString('base64')}';\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the generated files of a package, or with `--check` says which are not up to date. */
export function buildModules(modules: readonly BuiltWasm[], root = ROOT): void {
  for (const module of modules) {
    const made = buildModule(module, root);
    if (!process.argv.includes('--check')) writeFileSync(join(root, module.file), made);
    else if (readFileSync(join(root, module.file), 'utf8') !== made) {
      process.stderr.write(
        `${module.file} is not what assembly/${module.folder}/ compiles to: run pnpm exec node tools/build-wasm.ts in its folder\n`,
      );
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildModules(MODULES);
