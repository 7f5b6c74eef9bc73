import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../dist/kernels', import.meta.url));

/** What the sources in CUDA C++ are compiled into, without its ending. */
export const stems: readonly string[] = readdirSync(fileURLToPath(new URL('../src/kernels', import.meta.url)))
  .filter((name) => name.endsWith('.cu'))
  .map((name) => name.slice(0, -'.cu'.length))
  .flatMap((stem) => [stem, `${stem}-complex`]);

/** Spilled bytes of each kernel of a source, from ptxas's report. */
export function spillsOf(stem: string, architecture: string): ReadonlyMap<string, number> {
  const output = join(mkdtempSync(join(tmpdir(), 'spmv-spmm-')), 'out.cubin');
  const command = `ptxas -v -arch=${architecture} '${join(built, `${stem}.ptx`)}' -o '${output}' 2>&1`;
  const report = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
  const entries = report.matchAll(/Compiling entry function '([^']+)'[\s\S]*?(\d+) bytes spill stores/g);
  return new Map([...entries].map(([, name, spill]) => [name as string, Number(spill)]));
}

/** The kernels in a source's PTX. */
export function entriesOf(stem: string): ReadonlySet<string> {
  const text = readFileSync(join(built, `${stem}.ptx`), 'utf8');
  return new Set([...text.matchAll(/\.entry (\w+)/g)].map(([, name]) => name as string));
}

/** Most threads of a block that each kernel of a source was compiled for. */
export function threadsOf(stem: string): ReadonlyMap<string, number> {
  const text = readFileSync(join(built, `${stem}.ptx`), 'utf8');
  const entries = text.matchAll(/\.entry (\w+)\([^)]*\)\s*\.maxntid (\d+)/g);
  return new Map([...entries].map(([, name, threads]) => [name as string, Number(threads)]));
}
