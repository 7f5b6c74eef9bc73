// Multigrid on four grids and on ten matrices that are hard for it, of which five are stored: node bench/solve/multigrid.ts [--backend NAME] [--matrices FOLDER] [--only NAME,…] [--write FOLDER] [FILE…]. A line of JSON each: levels,
// iterations of the method to 1e-8, and milliseconds of set-up and solution, first, again with the same levels, and with jacobi. On webgpu the method is in f32, inside corrections in f64 of the host. With --write each matrix becomes FOLDER/NAME.mtx and a line of FOLDER/arguments.txt, what `peers/hypre.c` is to
// be called with, and nothing is solved.
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
  /** b is A·x with x = 0 … 6 in turns, as of a singular matrix it has to be. Default: ones. */
  readonly b?: 'ones' | 'image' | 'singular';
}

const GRIDS: Readonly<Record<string, () => Problem>> = {
  'grid-256^2': () => ({ A: poisson(256, 256) }),
  'grid-1024^2': () => ({ A: poisson(1024, 1024) }),
  'grid-40^3': () => ({ A: poisson(40, 40, 40) }),
  'grid-100^3': () => ({ A: poisson(100, 100, 100) }),
};

/** Grids of 10⁴ … 10⁷ rows, for the exponent of the cost, and what a page solves. */
const SIZES: Readonly<Record<string, () => Problem>> = Object.fromEntries(
  [100, 316, 512, 1000, 3162].map((n) => [`grid-${n}^2`, () => ({ A: poisson(n, n) })]),
);

const MADE: Readonly<Record<string, () => Problem>> = {
  'jumps-256^2': () => ({ A: jumps(256) }),
  'stretched-256^2': () => ({ A: stretched(256) }),
  'convection-256^2': () => ({ A: convection(256), method: 'bicgstab' }),
  'graph-65536': () => ({ A: graphLaplacian(65_536), b: 'singular' }),
  'elasticity-128^2': () => {
    const { A, nearNull } = elasticity(128);
    return { A, options: { nearNull, blockSize: 2 } };
  },
};

const STORED = ['fasp_FE.mtx.gz', '1138_bus.mtx', 'bcsstk16.mtx.gz', 'Grond4e4.mtx.gz', 'BentPipe2D100.mtx.gz'];

/** A file, by conjugate gradients where it is symmetric. */
async function stored(path: string): Promise<Problem> {
  const matrix = await openMatrix(path, { backend: 'serial' });
  const A = matrix.entries();
  await matrix.dispose();
  const { facts } = await hostSystem(A);
  return { A, method: facts.isSymmetric ? 'cg' : 'bicgstab', b: 'image' };
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
    matrices: { type: 'string', default: 'bench/matrices' },
    only: { type: 'string', default: [...Object.keys({ ...GRIDS, ...MADE }), ...STORED].join(',') },
    write: { type: 'string' },
  },
});

function problemOf(name: string): Problem | Promise<Problem> {
  if (positionals.length > 0) return stored(name);
  if (STORED.includes(name)) return stored(join(values.matrices, name));
  const known = { ...GRIDS, ...SIZES, ...MADE };
  const make = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!make) throw new Error(`There is no ${name}: ${[...Object.keys(known), ...STORED].join(', ')}`);
  return make();
}

/** What hypre is to be called with: of rigid motions it takes the rotation, as it knows what moves each unknown alone. */
async function write(folder: string, name: string, { A, options, method = 'cg', b = 'ones' }: Problem): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, basename(name).replace(/\.mtx(\.gz)?$/, ''));
  await writeFile(`${path}.mtx`, writeMatrixMarket(A));
  const rotation = options?.nearNull?.at(-1);
  if (rotation) await writeFile(`${path}.rotation`, Array.from(rotation).join('\n'));
  const motions = rotation ? [options?.blockSize ?? 1, `${path}.rotation`] : [];
  await appendFile(join(folder, 'arguments.txt'), `${[`${path}.mtx`, method, b, ...motions].join(' ')}\n`);
}

for (const name of positionals.length > 0 ? positionals : values.only.split(',')) {
  const problem = await problemOf(name);
  if (values.write !== undefined) {
    await write(values.write, name, problem);
    continue;
  }
  const { A: coo, options, method = 'cg' } = problem;
  const b = (problem.b ?? 'ones') !== 'ones' ? imageOf(coo) : new Float64Array(coo.shape.rows).fill(1);
  // A device makes levels itself.
  const isHost = options !== undefined || values.backend !== 'cuda';
  const begin = performance.now();
  const hierarchy = isHost ? createHierarchy(coo, options) : undefined;
  const levelsMs = hierarchy ? performance.now() - begin : undefined;
  const isSingle = values.backend === 'webgpu';
  const A = await openMatrix(coo, { backend: values.backend as 'threads', precision: isSingle ? 'f32' : 'f64' });
  const runs = [];
  const M = (options && hierarchy) ?? 'multigrid';
  let levels: LevelFacts | undefined;
  for (const one of [M, M, M, 'jacobi'] as const) {
    const start = performance.now();
    const found = await A[isSingle ? 'refine' : 'solve'](b, { method, M: one, rtol: 1e-8, maxiter: 5000 });
    const wholeMs = performance.now() - start;
    levels ??= found.levels;
    const { reason, iterations, restarts, relativeResidual, setupMs, iterationMs, place } = found;
    const name = one === 'jacobi' ? one : 'multigrid';
    runs.push({ M: name, reason, iterations, restarts, relativeResidual, setupMs, iterationMs, wholeMs, place });
  }
  const { rows, operatorComplexity, bytes = NaN } = levels ?? {};
  const memory = bytes / (12 * coo.values.length);
  console.log(JSON.stringify({ name, rows, operatorComplexity, memory, levelsMs, runs }));
  await A.dispose();
}
