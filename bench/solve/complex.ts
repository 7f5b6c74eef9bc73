// Complex systems beside SciPy: iterations, residuals and times of methods, and the distance of factors' answer from spsolve's. A table in Markdown.
// Times are those of the processor, which others on the machine do not change much, of a GPU those of the clock: the median of five. With --phases BiCGSTAB's iterations are told for b times e^i, e^2i, … besides: rounding alone
// tells these apart.
// Usage: node bench/solve/complex.ts [--backend serial] [--precision c128] [--tol 1e-5] [--restart 30] [--phases 0] MATRIX… > TABLE.md   (files of complex matrices; needs python3 with SciPy)
import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Plugin } from '@spmv/core';
import { precisionOf, precisionsWith } from '@spmv/core';
import type { MethodId, PreconditionerId, SolveOptions } from '@spmv/solvers';
import { openMatrix } from 'spmv';

/** What the program of SciPy says of a matrix. */
interface Theirs {
  readonly scipy: string;
  readonly x: readonly number[];
  readonly rows: readonly {
    readonly method: MethodId;
    readonly M: PreconditionerId | 'none';
    readonly iterations: number;
    readonly residual: number;
    readonly ms: number;
    /** Iterations for each phase. */
    readonly turned: readonly number[];
  }[];
}

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    backend: { type: 'string', default: 'serial' },
    precision: { type: 'string' },
    tol: { type: 'string', default: '1e-5' },
    restart: { type: 'string', default: '30' },
    phases: { type: 'string', default: '0' },
  },
});
const [tol, restart, phases] = [Number(given.tol), Number(given.restart), Number(given.phases)];
const { backend } = given;
const precision = precisionsWith(2).find((one) => one === given.precision) ?? precisionOf('f64', 2);
const program = join(import.meta.dirname, '..', 'peers', 'scipy-complex.py');
const plugins: readonly Plugin[] =
  backend === 'cuda' ? [((await import('@spmv/backend-cuda')) as { readonly plugin: Plugin }).plugin] : [];

const norm = (x: ArrayLike<number>): number => Math.hypot(...Array.from(x));
const line = (...cells: readonly (string | number)[]): unknown => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const short = (value: number): string => value.toExponential(1);
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const range = (list: readonly number[]): string => `${Math.min(...list)} … ${median(list)} … ${Math.max(...list)}`;

line('matrix', 'method', 'M', 'iterations', "SciPy's", 'residual', "SciPy's", 'ms', "SciPy's");
line('---', '---', '---', '--:', '--:', '--:', '--:', '--:', '--:');
const notes: string[] = [];
for (const path of positionals) {
  const name = basename(path).replace(/\.mtx(?:\.gz)?$/u, '');
  const told = execFileSync('python3', ['-W', 'ignore', program, given.tol, given.restart, given.phases, path], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const theirs = JSON.parse(told) as Theirs;
  const A = await openMatrix(path, { precision, backend, plugins });
  const b = await A.multiply(Float64Array.from({ length: 2 * A.shape.cols }, (_, k) => Math.cos(k)));
  const solved = (
    method: NonNullable<SolveOptions['method']>,
    M: PreconditionerId | 'none',
    right: ArrayLike<number> = b,
  ) => A.solve(Array.from(right), { method, M, rtol: tol, maxiter: 3000, ...(method === 'gmres' ? { restart } : {}) });
  /** The last of five runs, and the median milliseconds of the processor, or of the clock. */
  const timed = async (method: MethodId, M: PreconditionerId | 'none') => {
    const times: number[] = [];
    let ours = await solved(method, M);
    for (let run = 0; run < 5; run++) {
      const [before, start] = [process.cpuUsage(), performance.now()];
      ours = await solved(method, M);
      const { user, system } = process.cpuUsage(before);
      times.push(backend === 'cuda' || backend === 'webgpu' ? performance.now() - start : (user + system) / 1000);
    }
    return { ours, ms: median(times) };
  };
  for (const { method, M, iterations, residual, ms, turned } of theirs.rows) {
    const { ours, ms: own } = await timed(method, M);
    const cells = [short(ours.relativeResidual), short(residual), own.toFixed(1), ms.toFixed(1)];
    line(name, method, M, ours.iterations, iterations, ...cells);
    if (turned.length === 0) continue;
    const counts: number[] = [];
    for (let k = 1; k <= phases; k++) {
      const [c, s] = [Math.cos(k), Math.sin(k)];
      const right = b.map((value, at) =>
        at % 2 === 0 ? c * value - s * (b[at + 1] ?? 0) : c * value + s * (b[at - 1] ?? 0),
      );
      counts.push((await solved(method, M, right)).iterations);
    }
    notes.push(
      `${name}, ${method} with ${M}, ${phases} phases of b: ${range(counts)} iterations, SciPy's ${range(turned)}.`,
    );
  }
  if (backend === 'serial' || backend === 'threads')
    for (const method of ['gmres', 'bicgstab'] as const) {
      const { ours, ms } = await timed(method, 'ilu0');
      line(name, method, 'ilu0', ours.iterations, '', short(ours.relativeResidual), '', ms.toFixed(1), '');
    }
  const { x, method } = await A.solve(b, { method: 'direct' });
  const distance = norm(x.map((value, k) => value - (theirs.x[k] ?? Number.NaN))) / norm(theirs.x);
  notes.push(`${name}: ${method} is ${short(distance)} of |x| from spsolve of SciPy ${theirs.scipy}.`);
  await A.dispose();
}
process.stdout.write(`\n${notes.join('\n')}\n`);
