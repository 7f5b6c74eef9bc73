// Times of the phases of C = A² on CUDA, and the memory that it says it takes, matrix by matrix: what products-table.ts reads beside cuSPARSE's. Usage: node tools/device/product-phases.ts OUT.json [--rounds 12] FILE|5-point-1024…
// The first three rounds do not count. Results are judged by the kit (conform.ts), not here: judging takes longer than all rounds.
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { CooMatrix, MatrixOperator } from '@spmv/core';
import { buildMatrix, openBackend } from '@spmv/core';
import { cuda } from '@spmv/backend-cuda';
import { csr } from '@spmv/formats';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { cudaCsr, spgemm } from '@spmv/spgemm';
import { powerLaw, randomUniform, stencil27, stencil5, stencil7 } from '@spmv/testkit';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '12' } },
});
const [out = '', ...wanted] = positionals;
const WARMING = 3;

/** The matrices of the record. */
const MADE: Readonly<Record<string, () => CooMatrix>> = {
  '5-point-1024': () => stencil5({ n: 1024 }),
  '7-point-128': () => stencil7({ n: 128 }),
  '27-point-64': () => stencil27({ n: 64 }),
  'random-1M-8': () => randomUniform({ rows: 1e6, perRow: 8 }),
  'powerlaw-300k-8': () => powerLaw({ rows: 300_000, meanPerRow: 8 }),
  '27-point-100': () => stencil27({ n: 100 }),
};

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
const backend = await openBackend(cuda);
const results: object[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(MADE)) {
  const coo = MADE[name]?.() ?? toCoo(await readMatrixMarketFile(name));
  const A = buildMatrix(csr, coo);
  const prepare = (): Promise<MatrixOperator> =>
    backend.prepareMatrix({ operation: spgemm, kernel: cudaCsr, matrices: { A, B: A }, formats: [csr] });
  const times: Record<'symbolicMs' | 'numericMs' | 'againMs', number[]> = {
    symbolicMs: [],
    numericMs: [],
    againMs: [],
  };
  let made = {};
  for (let round = 0; round < Number(flags.rounds) + WARMING; round++) {
    const operator = await prepare();
    await backend.finish();
    const timed = async (phase: () => Promise<unknown>): Promise<number> => {
      const begin = performance.now();
      await phase();
      await backend.finish();
      return performance.now() - begin;
    };
    const symbolicMs = await timed(() => operator.symbolic());
    const numericMs = await timed(() => operator.numeric());
    // The second records what is launched.
    await operator.numeric();
    const againMs = await timed(() => operator.numeric());
    const { nnz } = await operator.symbolic();
    const { peakWorkBytes: workBytes, peakBytes } = operator.costs();
    made = { nnz, workBytes, peakBytes };
    await operator.dispose();
    if (round < WARMING) continue;
    times.symbolicMs.push(symbolicMs);
    times.numericMs.push(numericMs);
    times.againMs.push(againMs);
  }
  const lengths = new Float64Array(coo.shape.rows);
  for (const row of coo.rowIndex) lengths[row]++;
  const terms = coo.colIndex.reduce((sum, column) => sum + lengths[column], 0);
  const phases = Object.fromEntries(Object.entries(times).map(([phase, all]) => [phase, median(all)]));
  // Its hash: spmv info FILE --json.
  const problem = { name: basename(name).replace(/\.mtx(?:\.gz)?$/u, ''), hash: '' };
  results.push({ status: 'ok', precision: 'f64', backend: 'cuda', problem, made: { ...made, terms, ...phases } });
  writeFileSync(out, `${JSON.stringify({ rounds: Number(flags.rounds), results })}\n`);
  process.stdout.write(`${problem.name} ${JSON.stringify(phases)}\n`);
}
await backend.dispose();
