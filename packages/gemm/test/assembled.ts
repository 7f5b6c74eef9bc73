import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a program of the toolkit is there. */
export function hasTool(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Spilled bytes of each kernel of a module, from ptxas's report. */
export function assemble(ptx: string, architecture: string): ReadonlyMap<string, number> {
  const output = join(mkdtempSync(join(tmpdir(), 'spmv-gemm-')), 'out.cubin');
  const file = fileURLToPath(new URL(`../dist/kernels/${ptx}`, import.meta.url));
  const command = ['-c', 'ptxas -v -arch="$1" "$2" -o "$3" 2>&1', 'sh', architecture, file, output];
  const report = execFileSync('sh', command, { encoding: 'utf8' });
  const entries = report.matchAll(/Compiling entry function '([^']+)'[\s\S]*?(\d+) bytes spill stores/g);
  return new Map([...entries].map(([, name, spill]) => [name as string, Number(spill)]));
}
