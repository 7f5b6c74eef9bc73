// Multigrid on grids and on matrices that are hard for it: node bench/solve/multigrid.ts [--backend NAME] [--only NAME,…] [--write FOLDER] [FILE…]. A line of JSON each: levels, iterations of the method to 1e-8, and
// milliseconds of set-up and solution, first, again with the same levels, and with jacobi. With --write each matrix becomes FOLDER/NAME.mtx, for `peers/hypre.c`, and nothing is solved.
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CooMatrix } from '@spmv/core';
import { writeMatrixMarket } from '@spmv/mmio';
import type { LevelFacts, MultigridOptions } from '@spmv/multigrid';
import { createHierarchy } from '@spmv/multigrid';
import type { MethodId } from '@spmv/solvers';
import { hostSystem } from '@spmv/solvers';
import { convection, elasticity, graphLaplacian, jumps, stretched } from '@spmv/testkit';
import { openMatrix } from 'spmv';
import { poisson } from 'spmv/build';

interface Problem {
  readonly A: CooMatrix;
  readonly options?: MultigridOptions;
  readonly method?: MethodId;
  /** b is A·x with x = 0 … 6 in turns, as of a singular matrix it has to be; else ones. */
  readonly isImage?: boolean;
}

const PROBLEMS: Readonly<Record<string, () => Problem>> = {
  'grid-100^2': () => ({ A: poisson(100, 100) }),
  'grid-256^2': () => ({ A: poisson(256, 256) }),
  'grid-1024^2': () => ({ A: poisson(1024, 1024) }),
  'grid-3162^2': () => ({ A: poisson(3162, 3162) }),
  'grid-40^3': () => ({ A: poisson(40, 40, 40) }),
  'grid-100^3': () => ({ A: poisson(100, 100, 100) }),
  'jumps-256^2': () => ({ A: jumps(256) }),
  'stretched-256^2': () => ({ A: stretched(256) }),
  'convection-256^2': () => ({ A: convection(256), method: 'bicgstab' }),
  'graph-65536': () => ({ A: graphLaplacian(65_536), isImage: true }),
  'elasticity-128^2': () => {
    const { A, nearNull } = elasticity(128);
    return { A, options: { nearNull, blockSize: 2 } };
  },
};

/** A file, by conjugate gradients where it is symmetric. */
async function stored(path: string): Promise<Problem> {
  const matrix = await openMatrix(path, { backend: 'serial' });
  const A = matrix.entries();
  await matrix.dispose();
  const { facts } = await hostSystem(A);
  return { A, method: facts.isSymmetric ? 'cg' : 'bicgstab', isImage: true };
}

function imageOf({ shape, rowIndex, colIndex, values }: CooMatrix): Float64Array {
  const b = new Float64Array(shape.rows);
  for (let k = 0; k < values.length; k++) {
    const i = rowIndex[k];
    b[i] += values[k] * (colIndex[k] % 7);
  }
  return b;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    backend: { type: 'string', default: 'threads' },
    only: { type: 'string', default: Object.keys(PROBLEMS).join(',') },
    write: { type: 'string' },
  },
});
for (const name of positionals.length > 0 ? positionals : values.only.split(',')) {
  const make: (() => Problem | Promise<Problem>) | undefined =
    positionals.length > 0 ? () => stored(name) : PROBLEMS[name];
  if (!make) throw new Error(`There is no ${name}: ${Object.keys(PROBLEMS).join(', ')}`);
  const { A: coo, options, method = 'cg', isImage = false } = await make();
  if (values.write !== undefined) {
    await mkdir(values.write, { recursive: true });
    await writeFile(`${values.write}/${name}.mtx`, writeMatrixMarket(coo));
    continue;
  }
  const b = isImage ? imageOf(coo) : new Float64Array(coo.shape.rows).fill(1);
  // A device makes levels itself.
  const isHost = options !== undefined || values.backend !== 'cuda';
  const begin = performance.now();
  const hierarchy = isHost ? createHierarchy(coo, options) : undefined;
  const levelsMs = hierarchy ? performance.now() - begin : undefined;
  const A = await openMatrix(coo, { backend: values.backend as 'threads' });
  const runs = [];
  const M = (options && hierarchy) ?? 'multigrid';
  let levels: LevelFacts | undefined;
  for (const one of [M, M, M, 'jacobi'] as const) {
    const start = performance.now();
    const found = await A.solve(b, { method, M: one, rtol: 1e-8, maxiter: 5000 });
    const wholeMs = performance.now() - start;
    levels ??= found.levels;
    const { reason, iterations, relativeResidual, setupMs, iterationMs } = found;
    const name = one === 'jacobi' ? one : 'multigrid';
    runs.push({ M: name, reason, iterations, relativeResidual, setupMs, iterationMs, wholeMs });
  }
  const { rows, operatorComplexity, bytes = NaN } = levels ?? {};
  const memory = bytes / (12 * coo.values.length);
  console.log(JSON.stringify({ name, rows, operatorComplexity, memory, levelsMs, runs }));
  await A.dispose();
}
