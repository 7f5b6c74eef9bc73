// Factors a matrix of a file and solves Ax = A·1, step by step: node bench/solve/factor.ts A.mtx RUNS cholesky|ldlt|lu [THREADS|WebAssembly|JavaScript]. A line of JSON, as peers/suitesparse.c prints it: medians of milliseconds of the process's CPU, or of the clock where threads are given, and those of the first run, in which the engine compiles. Of a complex matrix the real one of twice the size, which `solve` factors.
import { readFileSync } from 'node:fs';
import type { CooMatrix } from '@spmv/core';
import { realEquivalent } from '@spmv/core';
import type { FrontKernel } from '@spmv/direct';
import {
  analyzeGeneral,
  analyzeSymmetric,
  compiledFronts,
  factorCholesky,
  factorFronts,
  factorIndefinite,
  factorLu,
  loadWasmFronts,
  refactorCholesky,
  refactorLu,
  refined,
  solveCholesky,
  solveFronts,
  solveIndefinite,
  solveLu,
} from '@spmv/direct';
import { parseMatrixMarket, toComplexCoo, toCoo } from '@spmv/mmio';
import type { Way } from './families.ts';

/** Steps of a factorization, each after the other. */
interface Steps {
  analyze(): void;
  factor(): number;
  refactor(): void;
  solve(b: Float64Array): Float64Array;
}

function stepsOf(A: CooMatrix, way: Way, fronts: FrontKernel | undefined): Steps {
  if (way === 'lu') {
    let analysis: ReturnType<typeof analyzeGeneral>;
    let factor: ReturnType<typeof factorLu> | ReturnType<typeof factorFronts>;
    const make = (): number =>
      (factor = analysis.fronts ? factorFronts(analysis.fronts, A, {}, fronts) : factorLu(analysis.lu, A, {}, fronts))
        .entries;
    return {
      analyze: () => void (analysis = analyzeGeneral(A, fronts)),
      factor: make,
      refactor: () => void (factor.kind === 'lu' ? refactorLu(factor, A, fronts) : make()),
      solve: (b) => (factor.kind === 'lu' ? solveLu(factor, b, undefined, fronts) : solveFronts(factor, b, fronts)),
    };
  }
  let analysis: ReturnType<typeof analyzeSymmetric>;
  const analyze = (): void => void (analysis = analyzeSymmetric(A, {}, fronts));
  if (way === 'ldlt') {
    let factor: ReturnType<typeof factorIndefinite>;
    const make = (): number => (factor = factorIndefinite(analysis, A, fronts)).lines.length;
    return { analyze, factor: make, refactor: make, solve: (b) => solveIndefinite(factor, b, undefined, fronts) };
  }
  let factor: ReturnType<typeof factorCholesky>;
  return {
    analyze,
    factor: () => (factor = factorCholesky(analysis, A, fronts)).analysis.fill,
    refactor: () => void refactorCholesky(factor, A, fronts),
    solve: (b) => solveCholesky(factor, b, undefined, fronts),
  };
}

const [file = '', runs = '3', way = 'lu', code = ''] = process.argv.slice(2);
const threads = /^\d+$/u.test(code) ? Number(code) : undefined;
const nowMs = (): number => {
  const { user, system } = process.cpuUsage();
  return threads === undefined ? (user + system) / 1000 : performance.now();
};
const read = parseMatrixMarket(readFileSync(file, 'utf8'));
const components = read.header.field === 'complex' ? 2 : 1;
const A = components === 2 ? realEquivalent(toComplexCoo(read)) : toCoo(read);
const b = new Float64Array(A.shape.rows);
// 1 has no imaginary part.
for (let k = 0; k < A.values.length; k++) if (A.colIndex[k] % components === 0) b[A.rowIndex[k]] += A.values[k];
const fronts =
  code === 'JavaScript'
    ? undefined
    : await (code === 'WebAssembly' ? loadWasmFronts() : compiledFronts(A.values.length, threads ?? 1));
const steps = stepsOf(A, way as Way, fronts);
const took: Record<string, number[]> = { analyze: [], factor: [], refactor: [], solve: [] };
let entries = 0;
const timed = <T>(name: string, work: () => T): T => {
  const begin = nowMs();
  const result = work();
  took[name].push(nowMs() - begin);
  return result;
};
/** Short work is repeated: the engine compiles what is called often, as programs that solve often have it. Long work is not. */
const [ENOUGH_MS, LONG_MS] = [1000, 4000];
const begin = performance.now();
for (let run = 0; run < 100; run++) {
  const elapsed = performance.now() - begin;
  if (run > 0 && elapsed > (run < Number(runs) ? LONG_MS : ENOUGH_MS)) break;
  timed('analyze', () => steps.analyze());
  entries = timed('factor', () => steps.factor());
  timed('refactor', () => steps.refactor());
  timed('solve', () => steps.solve(b));
}
const median = (all: readonly number[]): number => all.toSorted((x, y) => x - y)[all.length >> 1];
const { componentwise } = refined(A, b, (right) => steps.solve(right));
const medians = Object.fromEntries(Object.entries(took).map(([name, all]) => [name, median(all)]));
const first = Object.values(took).reduce((sum, [ms = 0]) => sum + ms, 0);
process.stdout.write(
  `${JSON.stringify({ subject: 'spmv', failed: !(componentwise < 1e-6), ...medians, first, entries, bytes: 8 * entries, backwardError: componentwise })}\n`,
);
