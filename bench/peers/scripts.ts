// y = A x by what people use from scripts, one thread: mathjs, @thi.ng/sparse, csr-matrix.
// Usage: node bench/peers/scripts.ts MATRIX.mtx THREADS RUNS MODULES. Prints a line of JSON for each: rows of a spmv.peer/1 document.
// MODULES: where `npm install --prefix MODULES mathjs@15.2.0 @thi.ng/sparse@0.3.120 csr-matrix@2.0.0` was run.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CooMatrix } from '@spmv/core';
import { judge, rowStartOf, spmvReference } from '@spmv/core';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';

interface MathJs {
  create(all: unknown): {
    readonly SparseMatrix: new (data: object) => object;
    matrix(values: readonly number[], storage: string, type: string): object;
    multiply(a: object, b: object): { toArray(): readonly (number | readonly number[])[] };
  };
  readonly all: unknown;
}

interface ThiNg {
  readonly CSR: new (
    rows: number,
    cols: number,
    values: readonly number[],
    rowStart: readonly number[],
    colIndex: readonly number[],
  ) => { mulV(x: readonly number[]): readonly number[] };
}

interface CsrMatrix {
  readonly default: {
    fromList(
      entries: readonly (readonly number[])[],
      rows: number,
      cols: number,
    ): { apply(x: readonly number[], y: number[]): unknown };
  };
}

/** A product, and what it made as a list. */
interface Peer {
  readonly name: string;
  run(): unknown;
  read(result: unknown): readonly number[];
}

const SAMPLE_MS = 0.25;
const [file = '', , runs = '20', modules = '.'] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'package.json'));

async function load(name: string): Promise<unknown> {
  let path: string;
  try {
    path = require.resolve(name);
  } catch {
    // Packages that only `import` finds.
    path = join(resolve(modules), 'node_modules', name, 'index.js');
  }
  return import(pathToFileURL(path).href);
}

async function mathjs(coo: CooMatrix, x: readonly number[]): Promise<Peer> {
  const { create, all } = (await load('mathjs')) as MathJs;
  const math = create(all);
  const at = (array: ArrayLike<number>, k: number): number => array[k] ?? 0;
  // mathjs stores columns: the arrays of Aᵀ by rows.
  const order = Array.from(coo.values.keys()).sort(
    (a, b) => at(coo.colIndex, a) - at(coo.colIndex, b) || at(coo.rowIndex, a) - at(coo.rowIndex, b),
  );
  const ptr = Array.from({ length: coo.shape.cols + 1 }, () => 0);
  for (const j of coo.colIndex) ptr[j + 1] = at(ptr, j + 1) + 1;
  for (let j = 0; j < coo.shape.cols; j++) ptr[j + 1] = at(ptr, j + 1) + at(ptr, j);
  const sparse = new math.SparseMatrix({
    values: order.map((k) => coo.values[k]),
    index: order.map((k) => coo.rowIndex[k]),
    ptr,
    size: [coo.shape.rows, coo.shape.cols],
    datatype: 'number',
  });
  const dense = math.matrix(x, 'dense', 'number');
  return {
    name: 'mathjs',
    run: () => math.multiply(sparse, dense),
    read: (y) => (y as ReturnType<typeof math.multiply>).toArray().flat(),
  };
}

async function thiNg(coo: CooMatrix, x: readonly number[]): Promise<Peer> {
  const { CSR } = (await load('@thi.ng/sparse')) as ThiNg;
  const { rows, cols } = coo.shape;
  const csr = new CSR(rows, cols, Array.from(coo.values), Array.from(rowStartOf(coo)), Array.from(coo.colIndex));
  return { name: '@thi.ng/sparse', run: () => csr.mulV(x), read: (y) => y as readonly number[] };
}

async function csrMatrix(coo: CooMatrix, x: readonly number[]): Promise<Peer> {
  const { rows, cols } = coo.shape;
  const entries = Array.from(coo.values, (value, k) => [coo.rowIndex[k] ?? 0, coo.colIndex[k] ?? 0, value]);
  const listed = ((await load('csr-matrix')) as CsrMatrix).default.fromList(entries, rows, cols);
  const y = Array.from({ length: rows }, () => 0);
  return { name: 'csr-matrix', run: () => listed.apply(x, y), read: () => y };
}

function msOf(run: () => unknown, count: number): number {
  const begin = performance.now();
  for (let k = 0; k < count; k++) run();
  return (performance.now() - begin) / count;
}

const coo = toCoo(await readMatrixMarketFile(file));
const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => Math.cos(j % 1000));
const exact = spmvReference({ coo, x, y: new Float64Array(coo.shape.rows), alpha: 1, beta: 0 }, 'f64');
for (const make of [mathjs, thiNg, csrMatrix]) {
  try {
    const { name, run, read } = await make(coo, Array.from(x));
    const { errorRatio } = judge(Float64Array.from(read(run())), exact, 'f64');
    const once = Math.min(...Array.from({ length: 5 }, () => msOf(run, 1)));
    const batch = Math.max(1, Math.ceil(SAMPLE_MS / Math.max(once, 1e-6)));
    const samplesMs = Array.from({ length: Number(runs) }, () => msOf(run, batch));
    const row = { kernel: name, format: 'csr', params: { threads: 1 }, precision: 'f64', storageBytes: null };
    process.stdout.write(`${JSON.stringify({ ...row, errorRatio: Math.min(errorRatio, 1e300), batch, samplesMs })}\n`);
  } catch (error) {
    process.stderr.write(`${make.name}: ${(error as Error).message}\n`);
  }
}
