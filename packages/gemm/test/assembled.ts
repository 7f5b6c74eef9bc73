import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const built = folder('../dist/kernels');
const sources = folder('../src/kernels');

/** The sources in CUDA C++ without their ending. */
export const stems: readonly string[] = readdirSync(sources)
  .filter((name) => name.endsWith('.cu'))
  .map((name) => name.slice(0, -'.cu'.length));

/** The architectures that a source's PTX is assembled for, or the one that it has machine code for. */
export function architecturesOf(stem: string): readonly string[] {
  const named = /^\/\/ builds: (.+)/u.exec(readFileSync(join(sources, `${stem}.cu`), 'utf8'))?.[1] ?? 'compute_75';
  const least = Number(/compute_(\d+)/u.exec(named)?.[1] ?? 0);
  return least === 0 ? named.split(' ') : ['sm_75', 'sm_80', 'sm_90'].filter((name) => Number(name.slice(3)) >= least);
}

/** Spilled bytes of each kernel of a source, from ptxas's report. */
export function assemble(stem: string, architecture: string): ReadonlyMap<string, number> {
  const output = join(mkdtempSync(join(tmpdir(), 'spmv-gemm-')), 'out.cubin');
  const command = architecture.endsWith('a')
    ? `nvcc -O3 -std=c++17 --restrict -I '${folder('../../kernel-kit/cuda')}' -Xptxas -v -cubin -gencode arch=${architecture.replace('sm', 'compute')},code=${architecture} '${sources}/${stem}.cu' -o '${output}' 2>&1`
    : `ptxas -v -arch=${architecture} '${built}/${stem}.ptx' -o '${output}' 2>&1`;
  const report = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
  const entries = report.matchAll(/Compiling entry function '([^']+)'[\s\S]*?(\d+) bytes spill stores/g);
  return new Map([...entries].map(([, name, spill]) => [name as string, Number(spill)]));
}

/** The kernels in a source's machine code: each is a section of the file. */
export function entriesOf(stem: string): ReadonlySet<string> {
  const file = readdirSync(built).find((name) => name.startsWith(`${stem}.sm_`));
  if (file === undefined) throw new Error(`${stem} was not built`);
  const text = readFileSync(join(built, file), 'latin1');
  return new Set([...text.matchAll(/\.text\.(\w+)/g)].map(([, name]) => name as string));
}

/** Most threads of a block that each kernel of a source's PTX was compiled for; a source of machine code alone has none. */
export function threadsOf(stem: string): ReadonlyMap<string, number> {
  const file = join(built, `${stem}.ptx`);
  if (!existsSync(file)) return new Map();
  const entries = readFileSync(file, 'utf8').matchAll(/\.entry (\w+)\([^)]*\)\s*\.maxntid (\d+)/g);
  return new Map([...entries].map(([, name, threads]) => [name as string, Number(threads)]));
}
