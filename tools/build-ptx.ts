// Compiles the CUDA kernels of a package (src/kernels/*.cu) with nvcc, if they changed, into dist/kernels: PTX that every device from
// compute capability 7.5 on translates. Without nvcc there is no PTX, and the CUDA backend compiles the sources on the machine that runs.
// Usage: node tools/build-ptx.ts package-folder ...
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

function hasNvcc(): boolean {
  try {
    execFileSync('nvcc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function build(folder: string): void {
  const source = join(folder, 'src', 'kernels');
  const target = join(folder, 'dist', 'kernels');
  const files = readdirSync(source).filter((name) => /\.cuh?$/.test(name));
  const changed = Math.max(...files.map((name) => statSync(join(source, name)).mtimeMs));
  const kernels = files
    .filter((name) => name.endsWith('.cu'))
    .map((name): [string, string] => [join(source, name), join(target, name.replace(/\.cu$/, '.ptx'))]);
  const stale = kernels.filter(([, ptx]) => !existsSync(ptx) || statSync(ptx).mtimeMs < changed);
  if (stale.length === 0) return;
  if (!hasNvcc()) {
    process.stderr.write(`${folder}: nvcc is not installed, so no PTX is made.\n`);
    return;
  }
  mkdirSync(target, { recursive: true });
  for (const [cu, ptx] of stale)
    execFileSync('nvcc', ['-ptx', '-arch=compute_75', '-O3', '-std=c++17', cu, '-o', ptx], { stdio: 'inherit' });
}

for (const folder of process.argv.slice(2)) build(folder);
