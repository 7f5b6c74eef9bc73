// What becomes of A·x = b for every stored matrix of a folder and every method, as a table: converged, refused, broken down, stagnated, or at the limit.
// b is NAME_b.mtx beside the matrix, else A·1. ‖b − Ax‖ ≤ 1e-6·‖b‖ is asked for, without preconditioner and with Jacobi, in at most 2000 iterations.
// Usage: node bench/solvers.ts run FOLDER > ours.json
//        python3 bench/peers/scipy-solvers.py FOLDER > scipy.json
//        node bench/solvers.ts table ours.json scipy.json > table.md
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import type { CooMatrix } from '@spmv/core';
import { createRegistry, isSpmvError, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { toCoo, toVector } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import type { MethodId } from '@spmv/solvers';
import { deviceSystem, solve } from '@spmv/solvers';
import { plugin as vectors } from '@spmv/vectors';

const METHODS: readonly MethodId[] = ['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'];
const [RTOL, MOST, MOST_ENTRIES] = [1e-6, 2000, 700_000];

interface Row {
  readonly matrix: string;
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  readonly method: string;
  readonly M: string;
  readonly state: string;
  readonly iterations: number;
  readonly relative: number | null;
}
interface Document {
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

function timesOnes({ shape, rowIndex, values }: CooMatrix): Float64Array {
  const sums = new Float64Array(shape.rows);
  for (const [k, value] of values.entries()) {
    const i = rowIndex[k] as number;
    sums[i] = (sums[i] as number) + value;
  }
  return sums;
}

async function run(folder: string): Promise<Document> {
  const backend = await openBackend(serial);
  const registry = createRegistry([serialPlugin, formats, fused, vectors]);
  const rows: Row[] = [];
  const names = readdirSync(folder).filter(
    (name) => /\.mtx(?:\.gz)?$/u.test(name) && !/_(?:b|x|rhs\d)\.mtx/u.test(name),
  );
  for (const file of names.toSorted()) {
    const read = await readMatrixMarketFile(join(folder, file));
    if (read.header.field === 'complex') continue;
    const coo = toCoo(read);
    const nnz = coo.values.length;
    if (nnz > MOST_ENTRIES) continue;
    const matrix = file.replace(/\.mtx(?:\.gz)?$/u, '');
    const beside = join(folder, `${matrix}_b.mtx`);
    const b = existsSync(beside) ? toVector(await readMatrixMarketFile(beside)) : timesOnes(coo);
    const system = await deviceSystem({ backend, registry, coo });
    const tried = [
      ...METHODS.map((method) => [method, 'none'] as const),
      ['cg', 'jacobi'] as const,
      ['bicgstab', 'jacobi'] as const,
      ['gmres', 'jacobi'] as const,
    ];
    for (const [method, M] of tried) {
      const head = { matrix, rows: coo.shape.rows, cols: coo.shape.cols, nnz, method, M };
      try {
        const { reason, leastSquares, iterations, relativeResidual } = await solve(system, b, {
          method,
          M,
          rtol: RTOL,
          maxiter: MOST,
          restart: 30,
        });
        const state = leastSquares ? 'least squares' : reason;
        rows.push({
          ...head,
          state,
          iterations,
          relative: Number.isFinite(relativeResidual) ? relativeResidual : null,
        });
      } catch (error) {
        if (!isSpmvError(error)) throw error;
        rows.push({ ...head, state: 'refused', iterations: 0, relative: null });
      }
    }
    await system.dispose();
    process.stderr.write(`${matrix}\n`);
  }
  await backend.dispose();
  return { versions: { node: process.versions.node, solvers: '0.1.0' }, rows };
}

const cell = (row: Row | undefined): string =>
  row === undefined
    ? ''
    : row.state === 'converged' || row.state === 'least squares'
      ? `${row.state} ${row.iterations}`
      : row.state;

function table(ours: Document, theirs: Document): string {
  const keyOf = ({ matrix, method, M }: Row): string => `${matrix} ${method} ${M}`;
  const peer = new Map(theirs.rows.map((row) => [keyOf(row), row]));
  const tried = [...new Set(ours.rows.map(({ method, M }) => `${method}${M === 'none' ? '' : ` ${M}`}`))];
  const lines = [
    `| matrix | rows × cols, entries |${tried.map((name) => ` ${name}: ours | SciPy |`).join('')}`,
    `| --- | --- |${' --- | --- |'.repeat(tried.length)}`,
  ];
  const pairs = new Map<string, number>();
  for (const matrix of new Set(ours.rows.map((row) => row.matrix))) {
    const own = ours.rows.filter((row) => row.matrix === matrix);
    const [{ rows, cols, nnz }] = own as [Row];
    const cells = own.map((row) => {
      const other = peer.get(keyOf(row));
      const pair = `${row.state} | ${other?.state ?? 'not run'}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      return ` ${cell(row)} | ${cell(other)} |`;
    });
    lines.push(`| ${matrix} | ${rows} × ${cols}, ${nnz} |${cells.join('')}`);
  }
  const counts = [...pairs].toSorted((a, b) => b[1] - a[1]).map(([pair, count]) => `| ${pair} | ${count} |`);
  const versions = Object.entries({ ...ours.versions, ...theirs.versions }).map(
    ([name, version]) => `${name} ${version}`,
  );
  return [
    `Versions: ${versions.join(', ')}.`,
    '',
    '| ours | SciPy | cases |',
    '| --- | --- | --- |',
    ...counts,
    '',
    ...lines,
    '',
  ].join('\n');
}

const [what, ...files] = process.argv.slice(2);
const read = (file = ''): Document => JSON.parse(readFileSync(file, 'utf8')) as Document;
if (what === 'run' && files[0]) process.stdout.write(`${JSON.stringify(await run(files[0]))}\n`);
else if (what === 'table' && files.length === 2) process.stdout.write(table(read(files[0]), read(files[1])));
else process.stderr.write('usage: node bench/solvers.ts run FOLDER | table OURS.json SCIPY.json\n');
