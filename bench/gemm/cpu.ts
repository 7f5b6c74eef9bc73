// Dense products of WebAssembly beside what a core computes in registers, and copies: best of all samples, by turns, for machines that others use too.
// Usage: node bench/gemm/cpu.ts [--rounds 20] [--only shares,threads,batches,few,points] [--out FOLDER]
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Params } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { fmaRate } from './fma-rate.ts';
import type { Precision, Product } from './products.ts';
import { productEntry } from './products.ts';
import type { Entry } from './timed.ts';
import { bestRates } from './timed.ts';

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: 'shares,threads,batches,few,points' },
    out: { type: 'string', default: '.' },
  },
});
const rounds = Number(given.rounds);
const cores = availableParallelism();
const one = await openBackend(serial);
const team = await openBackend(threads);
const PRECISIONS: readonly Precision[] = ['f32', 'f64'];
const cube = (size: number): { m: number; n: number; k: number } => ({ m: size, n: size, k: size });
const problemOf = ({ m, n, k, batch }: Omit<Product, 'precision'>): string =>
  `m=${m} n=${n} k=${k}${batch === undefined ? '' : ` batch=${batch}`}`;

/** What was measured: GFLOP/s or GB/s, and that over what it is compared with. */
interface Row {
  readonly section: string;
  readonly kernel: string;
  readonly problem: string;
  readonly precision: Precision;
  readonly params: Params;
  readonly unit: 'GFLOP/s' | 'GB/s';
  readonly rate: number;
  readonly share: number;
  readonly of: string;
}

interface Case {
  readonly problem: string;
  readonly params: Params;
  readonly entry: Entry;
}

/** Rates of cases and of `beside`, all by turns: their shares of that, or of what `of` names. */
function rowsOf(
  section: string,
  precision: Precision,
  unit: Row['unit'],
  cases: readonly Case[],
  beside: Entry,
  share: (rate: number, base: number, one: Case, rateOf: (other: Case) => number) => number = (rate, base) =>
    rate / base,
): readonly Row[] {
  const rates = bestRates([beside, ...cases.map(({ entry }) => entry)], rounds);
  const base = rates.get(beside) ?? 1;
  const rateOf = ({ entry }: Case): number => rates.get(entry) ?? 0;
  const shared = { section, kernel: 'wasm/gemm-packed', precision, unit, of: `${beside.name}, ${base.toFixed(1)}` };
  return cases.map((one_) => ({
    ...shared,
    problem: one_.problem,
    params: one_.params,
    rate: rateOf(one_),
    share: share(rateOf(one_), base, one_, rateOf),
  }));
}

function registers(precision: Precision): Entry {
  const rate = fmaRate(precision);
  return { name: 'multiply-add in registers', run: () => rate(20_000) };
}

async function caseOf(product: Product, on = one): Promise<Case> {
  const entry = await productEntry(on, problemOf(product), product);
  return { problem: problemOf(product), params: product.params ?? {}, entry };
}

/** One thread beside the multiply-add rate. */
async function shares(precision: Precision): Promise<readonly Row[]> {
  const cases: Case[] = [];
  for (const size of [64, 100, 128, 256, 257, 512, 1000, 1024, 2048])
    cases.push(await caseOf({ ...cube(size), precision }));
  return rowsOf('one thread, of the multiply-add rate', precision, 'GFLOP/s', cases, registers(precision));
}

/** Threads: of so many times what one makes in the same turns. */
async function manyThreads(precision: Precision): Promise<readonly Row[]> {
  const cases: Case[] = [];
  for (const size of [512, 1024, 2048])
    for (const count of [1, 2, 4, 8, 16].filter((each) => each <= cores))
      cases.push(await caseOf({ ...cube(size), precision, params: { threads: count } }, team));
  return rowsOf(
    'threads, of threads × one thread',
    precision,
    'GFLOP/s',
    cases,
    registers(precision),
    (rate, _base, { problem, params }, rateOf) => {
      const alone = cases.find((other) => other.problem === problem && other.params['threads'] === 1);
      return alone ? rate / rateOf(alone) / Number(params['threads']) : 0;
    },
  );
}

/** A batch, and the same products one by one, of the multiply-add rate: their quotient is what a batch gains. */
async function batches(precision: Precision): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const singly of [false, true]) {
    const cases: Case[] = [];
    for (const size of [4, 8, 16, 32, 64]) cases.push(await caseOf({ ...cube(size), precision, batch: 1000, singly }));
    const name = singly ? '1000 one by one' : 'a batch of 1000';
    rows.push(...rowsOf(`${name}, of the multiply-add rate`, precision, 'GFLOP/s', cases, registers(precision)));
  }
  return rows;
}

/** Few columns and few rows beside a copy of a matrix of the same size, read and written. */
async function few(precision: Precision): Promise<readonly Row[]> {
  const size = 2048;
  const length = (size * size * (precision === 'f32' ? 4 : 8)) / 8;
  const [from, to] = [new Float64Array(length).fill(1), new Float64Array(length).fill(2)];
  const copy: Entry = { name: 'a copy', run: () => (to.set(from), 16 * length) };
  const cases: Case[] = [];
  for (const order of ['row', 'column'] as const) {
    for (const n of [1, 2, 4, 8]) {
      const made = await caseOf({ ...cube(size), n, precision, order, count: 'bytes' });
      cases.push({ ...made, problem: `${made.problem}, A by ${order}s` });
    }
  }
  cases.push(await caseOf({ ...cube(size), m: 1, precision, count: 'bytes' }));
  return rowsOf('few columns and rows, of the copy rate', precision, 'GB/s', cases, copy);
}

/** Values of one parameter on one problem, the rest being as always: what defaults are chosen from. */
const CANDIDATES: readonly { readonly of: Omit<Product, 'precision'>; readonly params: readonly Params[] }[] = [
  ...[1, 8].map((n) => ({ of: { m: 512, n, k: 512 }, params: [{ few: 0 }, { few: 8 }] })),
  ...[12, 16, 24, 32].map((n) => ({ of: { m: 512, n, k: 512 }, params: [{ few: 8 }, { few: 32 }] })),
  ...[64, 128].map((size) => ({ of: cube(size), params: [{ directKiB: 0 }, { directKiB: 256 }] })),
  { of: cube(256), params: [{ directKiB: 256 }, { directKiB: 2048 }] },
  {
    of: { m: 96, n: 96, k: 2048 },
    params: [128, 256, 384, 512, 1024].map((depth) => ({ depth })),
  },
];

async function points(precision: Precision): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { of, params } of CANDIDATES) {
    const cases: Case[] = [];
    for (const point of params) cases.push(await caseOf({ ...of, precision, params: point }));
    rows.push(...rowsOf('candidates', precision, 'GFLOP/s', cases, registers(precision)));
  }
  return rows;
}

const SECTIONS = { shares, threads: manyThreads, batches, few, points };
const rows: Row[] = [];
for (const name of given.only.split(',') as (keyof typeof SECTIONS)[])
  for (const precision of PRECISIONS) rows.push(...(await SECTIONS[name](precision)));

const host = { cpu: cpus()[0]?.model.trim() ?? '', cores, node: process.version, date: new Date().toISOString() };
const lines = [`${host.cpu}, ${cores} cores, Node ${host.node}, ${host.date}; best of all samples`];
for (const section of new Set(rows.map((row) => row.section))) {
  lines.push('', `## ${section}`, '', '| | | | rate | share | of |', '|---|---|---|---|---|---|');
  for (const row of rows.filter((each) => each.section === section)) {
    const point = Object.entries(row.params).map(([key, value]) => `${key}=${String(value)}`);
    lines.push(
      `| ${row.precision} | ${row.problem} | ${point.join(' ')} | ${row.rate.toFixed(2)} ${row.unit} | ${(100 * row.share).toFixed(0)} % | ${row.of} |`,
    );
  }
}
mkdirSync(given.out, { recursive: true });
writeFileSync(join(given.out, 'gemm-cpu.md'), `${lines.join('\n')}\n`);
writeFileSync(join(given.out, 'gemm-cpu.json'), `${JSON.stringify({ host, results: rows }, undefined, 1)}\n`);
process.stdout.write(`${lines.join('\n')}\n`);
await one.dispose();
await team.dispose();
