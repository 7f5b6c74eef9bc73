// Complex systems beside SciPy: iterations, residuals and times of methods, and the distance of factors' answer from spsolve's. A table in Markdown.
// Times are those of the processor, which others on the machine do not change much: the median of five.
// Usage: node bench/solve/complex.ts [--tol 1e-5] [--restart 30] MATRIX… > TABLE.md   (files of complex matrices; needs python3 with SciPy)
import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { MethodId, PreconditionerId, SolveResult } from '@spmv/solvers';
import { hostSystem, solve } from '@spmv/solvers';
import { toComplexCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';

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
  }[];
}

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { tol: { type: 'string', default: '1e-5' }, restart: { type: 'string', default: '30' } },
});
const [tol, restart] = [Number(given.tol), Number(given.restart)];
const program = join(import.meta.dirname, '..', 'peers', 'scipy-complex.py');

const norm = (x: ArrayLike<number>): number => Math.hypot(...Array.from(x));
const line = (...cells: readonly (string | number)[]): unknown => process.stdout.write(`| ${cells.join(' | ')} |\n`);

line('matrix', 'method', 'M', 'iterations', "SciPy's", 'residual', "SciPy's", 'ms', "SciPy's");
line('---', '---', '---', '--:', '--:', '--:', '--:', '--:', '--:');
const notes: string[] = [];
for (const path of positionals) {
  const name = basename(path).replace(/\.mtx(?:\.gz)?$/u, '');
  const told = execFileSync('python3', ['-W', 'ignore', program, given.tol, given.restart, path], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const theirs = JSON.parse(told) as Theirs;
  const system = await hostSystem(toComplexCoo(await readMatrixMarketFile(path)));
  const n = system.A.shape.rows;
  const b = new Float64Array(n);
  const A = system.A as unknown as { apply(x: Float64Array, y: Float64Array): void };
  A.apply(
    Float64Array.from({ length: n }, (_, k) => Math.cos(k)),
    b,
  );
  const by = (method: MethodId, M: PreconditionerId | 'none'): Promise<SolveResult> =>
    solve(system, b, { method, M, rtol: tol, maxiter: 3000, ...(method === 'gmres' ? { restart } : {}) });
  /** The last of five runs, and the median milliseconds of the processor. */
  const timed = async (
    method: MethodId,
    M: PreconditionerId | 'none',
  ): Promise<{ readonly ours: SolveResult; readonly ms: number }> => {
    const times: number[] = [];
    let ours = await by(method, M);
    for (let run = 0; run < 5; run++) {
      const before = process.cpuUsage();
      ours = await by(method, M);
      const { user, system: inKernel } = process.cpuUsage(before);
      times.push((user + inKernel) / 1000);
    }
    return { ours, ms: times.sort((a, b) => a - b)[2] ?? Number.NaN };
  };
  const short = (value: number): string => value.toExponential(1);
  for (const { method, M, iterations, residual, ms } of theirs.rows) {
    const { ours, ms: own } = await timed(method, M);
    const cells = [short(ours.relativeResidual), short(residual), own.toFixed(1), ms.toFixed(1)];
    line(name, method, M, ours.iterations, iterations, ...cells);
  }
  for (const method of ['gmres', 'bicgstab'] as const) {
    const { ours, ms } = await timed(method, 'ilu0');
    line(name, method, 'ilu0', ours.iterations, '', short(ours.relativeResidual), '', ms.toFixed(1), '');
  }
  const { x, method } = await solve(system, b, { method: 'direct', M: 'none' });
  const distance = norm(x.map((value, k) => value - (theirs.x[k] ?? Number.NaN))) / norm(theirs.x);
  notes.push(`${name}: ${method} is ${short(distance)} of |x| from spsolve of SciPy ${theirs.scipy}.`);
  await system.dispose();
}
process.stdout.write(`\n${notes.join('\n')}\n`);
