// The table of what products.sh left in a folder. Usage: node tools/device/products-table.ts OUT
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

interface Peer {
  readonly matrix: string;
  readonly precision: string;
  readonly algorithm: string;
  readonly nnz: number;
  readonly workBytes: number;
  readonly ms: readonly number[];
  readonly fault: string | null;
}
interface Made {
  readonly nnz: number;
  readonly terms: number;
  readonly workBytes: number;
  readonly symbolicMs: number | null;
  readonly numericMs: number | null;
  readonly againMs: number | null;
}
interface Row {
  readonly status: string;
  readonly precision: string;
  readonly backend: string;
  readonly problem: { readonly name: string; readonly hash: string };
  readonly made?: Made | null;
}

const [folder = '.'] = process.argv.slice(2);
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const peers = readdirSync(folder)
  .filter((name) => name.endsWith('cusparse.jsonl'))
  .flatMap((name) => text(name).trim().split('\n'))
  .map((line) => JSON.parse(line) as Peer);
const rows = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && !name.startsWith('conform'))
  .flatMap((name) => (JSON.parse(text(name)) as { readonly results: readonly Row[] }).results);

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
const millions = (count: number): string => (count / 1e6).toFixed(1);

const ratios: number[] = [];
console.log(
  '| A | hash | type | products, M | nnz C, M | ALG1 ms / GB | ALG2 | ALG3 | ours ms / GB | best ÷ ours | reuse ms / GB | values ms | reuse ÷ values | first ÷ values |',
);
console.log('|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
for (const { problem, precision, backend, status, made } of rows) {
  const own = peers.filter((peer) => peer.matrix === problem.name && peer.precision === precision);
  const of = (algorithm: string): Pick<Peer, 'workBytes' | 'ms' | 'fault' | 'nnz'> => {
    const all = own.filter((peer) => peer.algorithm === algorithm);
    return {
      ms: all.flatMap(({ ms }) => ms),
      workBytes: all[0]?.workBytes ?? Number.NaN,
      nnz: all[0]?.nnz ?? Number.NaN,
      fault: all[0]?.fault ?? null,
    };
  };
  const cell = (algorithm: string): string => {
    const { ms, workBytes, fault } = of(algorithm);
    return fault ?? `${median(ms).toFixed(2)} / ${(workBytes / 1e9).toFixed(2)}`;
  };
  if (!made || made.symbolicMs === null || made.numericMs === null || made.againMs === null) {
    console.log(`| ${problem.name} | ${problem.hash} | ${backend} ${precision} | ${status} |`);
    continue;
  }
  const best = Math.min(
    ...['ALG1', 'ALG2', 'ALG3'].map((one) => median(of(one).ms)).filter((one) => !Number.isNaN(one)),
  );
  const whole = made.symbolicMs + made.numericMs;
  if (precision === 'f64' && backend === 'cuda') ratios.push(best / whole);
  if (of('ALG1').fault === null && of('ALG1').nnz !== made.nnz)
    console.log(`${problem.name}: cuSPARSE has ${of('ALG1').nnz} entries`);
  console.log(
    `| ${problem.name} | ${problem.hash} | ${backend} ${precision} | ${millions(made.terms)} | ${millions(made.nnz)} | ${['ALG1', 'ALG2', 'ALG3'].map(cell).join(' | ')} | ${whole.toFixed(2)} / ${(made.workBytes / 1e9).toFixed(2)} | ${(best / whole).toFixed(2)} | ${cell('reuse')} | ${made.againMs.toFixed(2)} | ${(median(of('reuse').ms) / made.againMs).toFixed(2)} | ${(made.numericMs / made.againMs).toFixed(2)} |`,
  );
}
const mean = Math.exp(ratios.reduce((sum, one) => sum + Math.log(one), 0) / ratios.length);
console.log(
  `\nbest of cuSPARSE ÷ ours, f64: ${mean.toFixed(2)} in the geometric mean, ${Math.min(...ratios).toFixed(2)} at least, of ${ratios.length}`,
);
