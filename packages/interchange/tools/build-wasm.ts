// Compiles assembly/ to src/zip/crc32.generated.ts, by the compiler that mmio has. Usage: node tools/build-wasm.ts [--check]
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildModules, type BuiltWasm } from '../../mmio/tools/build-wasm.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const MODULES: readonly BuiltWasm[] = [
  { folder: 'crc32', pages: 1, file: 'src/zip/crc32.generated.ts', name: 'CRC32_BASE64' },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) buildModules(MODULES, ROOT);
