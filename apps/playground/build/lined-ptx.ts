// Compiles the kernels that are stepped through once more, with the places in their sources: dist/lined/MODULE.ptx. Without nvcc nothing is made, and the page shows PTX alone.
// Usage: node build/lined-ptx.ts
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { has } from '../../../tools/machine.ts';
import { linedPath, MODULES, ptxPath } from './kernel-modules.ts';

const HEADERS = fileURLToPath(new URL('../../../packages/kernel-kit/cuda', import.meta.url));
const OPTIONS = ['-ptx', '-lineinfo', '-arch=compute_75', '-O3', '-std=c++17', '--restrict', '-I', HEADERS];

/** Whether it is older than what the package has of the same kernel, which is made anew with any header. */
function isStale(folder: string, module: string): boolean {
  const [to, from] = [linedPath(module), ptxPath(folder, module)];
  return existsSync(from) && (!existsSync(to) || statSync(to).mtimeMs < statSync(from).mtimeMs);
}

if (!has('nvcc')) process.stderr.write('nvcc is not installed: steps are shown without the lines of CUDA.\n');
else
  for (const [folder, modules] of MODULES)
    for (const module of modules.filter((one) => isStale(folder, one))) {
      mkdirSync(dirname(linedPath(module)), { recursive: true });
      const source = fileURLToPath(new URL(`../../../packages/${folder}/src/kernels/${module}.cu`, import.meta.url));
      await promisify(execFile)('nvcc', [...OPTIONS, source, '-o', linedPath(module)]);
    }
