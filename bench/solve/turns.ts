// How soon Ctrl-C is heard inside factorizations, set-ups and Lanczos: node bench/solve/turns.ts [NAME …]. While each runs whole, a timer counts the longest time until the host has its next turn: milliseconds of the clock, and of the thread's CPU, which other processes do not change. 2,000 is the promise.
import type { CooMatrix } from '@spmv/core';
import { factor } from '@spmv/direct';
import type { PreconditionerId } from '@spmv/solvers';
import { eigenvalues, hostSystem, solve } from '@spmv/solvers';
import { poisson } from 'spmv/build';
import { FAMILIES } from './families.ts';

function matrixOf(family: string, name: string): CooMatrix {
  const make = FAMILIES.find((one) => one.name === family)?.matrices[name];
  if (!make) throw new Error(`${family} has no matrix that is made and is named ${name}.`);
  return make();
}

const setUp =
  (M: PreconditionerId, shape: Parameters<typeof poisson>): (() => Promise<unknown>) =>
  async () => {
    const coo = poisson(...shape);
    return solve(await hostSystem(coo), new Float64Array(coo.shape.rows).fill(1), {
      method: 'bicgstab',
      M,
      maxiter: 3,
    });
  };

const CASES: Readonly<Record<string, () => Promise<unknown>>> = {
  'LLᵀ, grid-40^3': () => factor(poisson(40, 40, 40), { method: 'cholesky' }),
  'LLᵀ, grid-512^2': () => factor(poisson(512, 512), { method: 'cholesky' }),
  'LDLᵀ, grid-30^3': () => factor(poisson(30, 30, 30), { method: 'ldlt' }),
  'LU by fronts, grid-30^3': () => factor(poisson(30, 30, 30), { method: 'lu' }),
  'LU by columns, board-50000': () => factor(matrixOf('circuits', 'board-50000')),
  'LU, stokes-64^2': () => factor(matrixOf('fluids', 'stokes-64^2')),
  'ilut, 300^2': setUp('ilut', [300, 300]),
  'ict, 300^2': setUp('ict', [300, 300]),
  'ilu0, 60^3': setUp('ilu0', [60, 60, 60]),
  'ic0, 60^3': setUp('ic0', [60, 60, 60]),
  'multigrid, 60^3': setUp('multigrid', [60, 60, 60]),
  'eigenvalues near 0, 256^2': async () => eigenvalues(await hostSystem(poisson(256, 256)), { k: 10, near: 0 }),
  'eigenvalues SA, 100^2': async () => eigenvalues(await hostSystem(poisson(100, 100)), { k: 4, which: 'SA' }),
};

process.stdout.write('| step | all, ms | longest without a turn: clock | CPU |\n| --- | --: | --: | --: |\n');
for (const [name, run] of Object.entries(CASES)) {
  if (process.argv.length > 2 && !process.argv.slice(2).some((asked) => name.startsWith(asked))) continue;
  let [clock, cpu] = [0, 0];
  const now = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const start = performance.now();
  let [since, sinceCpu] = [start, now()];
  const turn = (): void => {
    const [at, atCpu] = [performance.now(), now()];
    [clock, cpu] = [Math.max(clock, at - since), Math.max(cpu, atCpu - sinceCpu)];
    [since, sinceCpu] = [at, atCpu];
  };
  const timer = setInterval(turn, 1);
  await run();
  turn();
  clearInterval(timer);
  const cells = [performance.now() - start, clock, cpu].map((ms) => ms.toPrecision(3));
  process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
}
