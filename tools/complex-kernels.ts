// Writes complex.generated.ts beside kernels in JavaScript: the same kernels for complex values. With --check it writes nothing, and fails where that is not what stands there.
// Usage: node tools/complex-kernels.ts [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { lift } from './complex/lift.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Packages whose kernels have complex twins, and the modules of `src/js` that these are made of. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'kernel-kit': ['worker-sums'],
  'kernels-cpu': [
    'coo',
    'coo-transposed',
    'csr',
    'csr64',
    'csr-padded',
    'csr-padded-transposed',
    'csr-transposed',
    'ellpack',
    'ellpack-r',
  ],
  'format-bell': ['bell'],
  'format-csr16': ['csr16'],
  'format-dia': ['dia'],
  'format-hyb': ['hyb'],
  'format-packed': ['packed'],
  'format-row-segments': ['row-segments'],
  'format-sell': ['sell'],
  'format-symmetric': ['symmetric'],
  fused: ['csr'],
  spmm: ['stored-rows', 'csr-transposed', 'packed'],
};

/** Those whose kernels conjugate the values of the matrix, too. */
const CONJUGATED: ReadonlySet<string> = new Set(['kernels-cpu', 'format-dia', 'format-symmetric']);

/** The text of a package's complex kernels. */
function complexText(name: string, modules: readonly string[]): string {
  const functions = modules.flatMap((module) => {
    const file = `packages/${name}/src/js/${module}.ts`;
    return lift(file, readFileSync(join(ROOT, file), 'utf8'), CONJUGATED.has(name));
  });
  const own = [...new Set(functions)];
  return `// @ts-nocheck Made by tools/complex-kernels.ts of ${modules.map((module) => `${module}.ts`).join(', ')}. Do not edit.\n${own.join('\n\n')}\n`;
}

const check = process.argv.includes('--check');
for (const [name, modules] of Object.entries(MODULES)) {
  const file = `packages/${name}/src/js/complex.generated.ts`;
  const text = complexText(name, modules);
  if (existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8') === text) continue;
  process.stdout.write(check ? `${file} is not what its sources give: node tools/complex-kernels.ts\n` : `${file}\n`);
  if (check) process.exitCode = 1;
  else writeFileSync(join(ROOT, file), text);
}
