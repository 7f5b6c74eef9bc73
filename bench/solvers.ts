// What becomes of A·x = b for every stored matrix of a folder and every method, as a table: converged, refused, broken down, stagnated, or at the limit.
// b is NAME_b.mtx or NAME_rhs1.mtx beside the matrix, else A·1. ‖b − Ax‖ ≤ 1e-6·‖b‖ is asked for, without preconditioner and with Jacobi, in at most 2000 iterations.
// Usage: node bench/solvers.ts run FOLDER [FOUND] > ours.json                            FOUND: a folder for every x
//        python3 bench/peers/scipy-solvers.py FOLDER [SOLUTIONS] > scipy.json            SOLUTIONS: a folder for solutions by elimination
//        node bench/solvers.ts table ours.json scipy.json [FOUND SOLUTIONS] > table.md   with both, how far each x is from them
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  /** ‖x − x*‖/‖x*‖ for the solution x* by elimination. */
  readonly error?: number | null;
}
/** A solution by elimination, or by dense least squares. */
interface Direct {
  readonly matrix: string;
  readonly isExact: boolean;
  readonly condition: number | null;
  /** ‖b − Ax*‖/‖b‖. */
  readonly relative: number | null;
  /** How far it is from the x that came with the matrix. */
  readonly fromKnown: number | null;
  /** ‖b − Ax‖/‖b‖ for that x. */
  readonly knownRelative: number | null;
}
interface Document {
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  readonly direct?: readonly Direct[];
}

function timesOnes({ shape, rowIndex, values }: CooMatrix): Float64Array {
  const sums = new Float64Array(shape.rows);
  for (const [k, value] of values.entries()) {
    const i = rowIndex[k] as number;
    sums[i] = (sums[i] as number) + value;
  }
  return sums;
}

/** The right-hand side that came with a matrix. */
async function besideOf(folder: string, matrix: string): Promise<Float64Array | undefined> {
  const found = ['b', 'rhs1']
    .flatMap((ending) => ['mtx', 'mtx.gz'].map((type) => join(folder, `${matrix}_${ending}.${type}`)))
    .find((path) => existsSync(path));
  return found === undefined ? undefined : toVector(await readMatrixMarketFile(found));
}

const fileOf = (folder: string, { matrix, method, M }: Pick<Row, 'matrix' | 'method' | 'M'>): string =>
  join(folder, `${matrix}-${method}-${M}.f64`);

async function run(folder: string, found?: string): Promise<Document> {
  if (found !== undefined) mkdirSync(found, { recursive: true });
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
    const b = (await besideOf(folder, matrix)) ?? timesOnes(coo);
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
        const { x, reason, leastSquares, iterations, relativeResidual } = await solve(system, b, {
          method,
          M,
          rtol: RTOL,
          maxiter: MOST,
          restart: 30,
        });
        if (found !== undefined) writeFileSync(fileOf(found, head), Float64Array.from(x));
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

const readNumbers = (path: string): Float64Array => {
  const bytes = readFileSync(path);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
};

/** ‖x − y‖/‖y‖. */
function distance(x: Float64Array, y: Float64Array): number {
  let [difference, size] = [0, 0];
  for (let i = 0; i < y.length; i++) {
    difference += ((x[i] as number) - (y[i] as number)) ** 2;
    size += (y[i] as number) ** 2;
  }
  return Math.sqrt(difference / (size || 1));
}

const shown = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : value.toExponential(1);

const isSolved = ({ state }: Row): boolean => state === 'converged' || state === 'least squares';

/** How far x is from the solution by elimination, for each matrix that has one: ours, and SciPy's where it was recorded. */
function exactTable(ours: Document, theirs: Document, found: string, solutions: string): readonly string[] {
  const peer = new Map(theirs.rows.map((row) => [`${row.matrix} ${row.method} ${row.M}`, row]));
  const lines = [
    '| matrix | condition, estimated | ‖b − Ax*‖/‖b‖ | x* from the x that came with it | cases solved | largest ‖x − x*‖/‖x*‖: ours | SciPy (cases) |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  const ratios: number[] = [];
  for (const { matrix, isExact, condition, relative, fromKnown, knownRelative } of theirs.direct ?? []) {
    if (!isExact) continue;
    const exact = readNumbers(join(solutions, `${matrix}.f64`));
    const solved = ours.rows.filter((row) => row.matrix === matrix && isSolved(row));
    const mine = solved.map((row) => distance(readNumbers(fileOf(found, row)), exact));
    const others = solved.map((row) => {
      const other = peer.get(`${row.matrix} ${row.method} ${row.M}`);
      return other && isSolved(other) ? (other.error ?? undefined) : undefined;
    });
    for (const [k, error] of mine.entries()) {
      const ratio = error / (others[k] ?? Number.NaN);
      if (ratio > 0 && ratio < Infinity) ratios.push(ratio);
    }
    const known = others.filter((error) => error !== undefined);
    const largest = (errors: readonly number[]): string => (errors.length === 0 ? '' : shown(Math.max(...errors)));
    lines.push(
      `| ${matrix} | ${shown(condition)} | ${shown(relative)} | ${fromKnown === null ? '' : `${shown(fromKnown)}, which leaves ${shown(knownRelative)} of b`} | ${solved.length} | ${largest(mine)} | ${known.length === 0 ? '' : `${largest(known)} (${known.length})`} |`,
    );
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  const sorted = ratios.toSorted((a, b) => a - b);
  const both =
    ratios.length === 0
      ? ''
      : ` Of ${ratios.length} cases that both solved, ours over SciPy's error: ${mean.toFixed(2)} in the mean, ${shown(sorted[0])} … ${shown(sorted.at(-1))}.`;
  return [
    '',
    `x beside elimination (SuperLU with a step of refinement; dense least squares where A is not square), of all cases that ours solved.${both}`,
    '',
    ...lines,
  ];
}

function table(ours: Document, theirs: Document, exact: readonly string[]): string {
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
    ...exact,
    '',
  ].join('\n');
}

const [what, ...files] = process.argv.slice(2);
const read = (file = ''): Document => JSON.parse(readFileSync(file, 'utf8')) as Document;
const [first, second, found, solutions] = files;
if (what === 'run' && first) process.stdout.write(`${JSON.stringify(await run(first, second))}\n`);
else if (what === 'table' && first && second) {
  const [ours, theirs] = [read(first), read(second)];
  const exact = found && solutions ? exactTable(ours, theirs, found, solutions) : [];
  process.stdout.write(table(ours, theirs, exact));
} else
  process.stderr.write(
    'usage: node bench/solvers.ts run FOLDER [FOUND] | table OURS.json SCIPY.json [FOUND SOLUTIONS]\n',
  );
