// Products and conjugate gradients of backend petsc beside a plain C program on PETSc with the same ranks, and both beside what the model of `spmv plan` predicts from constants measured first.
// Usage: node bench/petsc/measure.ts OUT [--ranks 1,2,4] [--seconds 0.2] [--rounds 2] [MATRIX…]      writes OUT/constants.json, OUT/rows.jsonl, OUT/petsc.md as it goes
// With SPMV_PETSC_PREFIX the program is the one that the bundle brings, else it is compiled.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { RankConstants, StoredMatrix } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { csr, plugin as formats } from '@spmv/formats';
import { haloOf, partsByWork, predictProduct } from '@spmv/reorder';
import type { Case, PlainRow } from './programs.ts';
import { loopMs, median, onTop, petscPlugin, plainProgram, prefix, prepared } from './programs.ts';

const MATRICES = [
  'gen:stencil5?n=150+cg',
  'gen:stencil5?n=1000',
  'gen:stencil27?n=80+cg',
  'gen:random?rows=200000&perRow=20',
];
const RTOL = 1e-8;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ranks: { type: 'string' },
    seconds: { type: 'string', default: '0.2' },
    rounds: { type: 'string', default: '2' },
    oversubscribe: { type: 'boolean', default: false },
  },
});
const [out = '.', ...given] = positionals;
const most = Math.max(1, Math.min(15, availableParallelism() - 1));
const counts = options.ranks?.split(',').map(Number) ?? [1, 2, 4, 8, 15].filter((ranks) => ranks <= most);
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
const begin = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'spmv-petsc-bench-'));
const mpi = { allowRoot: true, oversubscribe: options.oversubscribe } as const;
const { descriptor, plugin: petsc, rankClock, productTimes } = await petscPlugin();
const plain = plainProgram(folder, { seconds, oversubscribe: options.oversubscribe, rtol: RTOL });
const say = (words: string): void =>
  void process.stderr.write(`${((performance.now() - begin) / 1000).toFixed(0).padStart(4)} s  ${words}\n`);
interface OurCg {
  readonly ms: number;
  readonly iterations: number;
}

/** Our conjugate gradients on so many cores: threads of one process. */
function ourCg(source: string, ranks: number): OurCg {
  const spmvCommand = prefix
    ? ['spmv']
    : [process.execPath, fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))];
  const solve = [
    'solve',
    source,
    '--method',
    'cg',
    '--precond',
    'jacobi',
    '--tol',
    String(RTOL),
    '--backend',
    'threads',
  ];
  const args = ['-c', `0-${ranks - 1}`, ...spmvCommand, ...solve, '--json', '--out', join(folder, 'x.mtx')];
  return JSON.parse(execFileSync('taskset', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as OurCg;
}

const us = (ms: number): string => (1000 * ms).toPrecision(3);
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
const table = (line: string): void => appendFileSync(join(out, 'petsc.md'), `${line}\n`);

try {
  const constants: RankConstants = await rankClock.measure({ device: String(Math.max(...counts)), options: mpi });
  writeFileSync(join(out, 'constants.json'), JSON.stringify({ schema: 'spmv.ranks/1', ...constants }, undefined, 1));
  say('constants are measured');
  const cases: Case[] = [];
  for (const [index, argument] of (given.length > 0 ? given : MATRICES).entries())
    cases.push(await prepared(folder, argument, index));
  say(`${cases.length} matrices are made`);
  const stored = cases.map(({ coo }) => buildMatrix(csr, coo));
  const ranksPerHost = Math.max(...counts);
  const registry = createRegistry([formats, petsc]);
  table(
    `${constants.machine}; ${constants.software}. Times in µs: medians; on top: from Node to the ranks and back, of products one by one.\n`,
  );
  table(
    '| matrix | entries | ranks | C program | ours, loop | ours less C | on top | predicted | off | messages | halo, kB |',
  );
  table('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  const solved: string[] = [];
  for (const ranks of counts) {
    const there: number[] = [];
    // With ranks of their own, before those of the backend are started.
    for (const matrix of stored) there.push(median(onTop(await productTimes(matrix, seconds, { ...mpi, ranks }))));
    const backend = await openBackend(descriptor, { device: String(ranks), options: { ...mpi, clock: true } });
    for (const [index, { source, coo, file, withCg }] of cases.entries()) {
      const A = await backend.prepare({
        operation: spmv,
        matrix: stored[index] as StoredMatrix,
        kernel: registry.kernel('petsc/csr'),
      });
      const [x, y] = [
        await backend.vector(new Float64Array(coo.shape.cols).fill(1)),
        await backend.vector(coo.shape.rows),
      ];
      // Solving takes long: with the fewest ranks, the most, and some between.
      const solves = withCg && [counts[0], counts[counts.length >> 1], counts.at(-1)].includes(ranks);
      const bounds = partsByWork(coo, ranks);
      const halo = haloOf(coo, bounds, bounds, ranksPerHost);
      const total = (numbers: Int32Array): number => numbers.reduce((sum, count) => sum + count, 0);
      const [messages, haloBytes] = [total(halo.near.sources), 8 * total(halo.near.received)];
      const [own, theirs]: [number[], PlainRow[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        theirs.push(plain(file, bounds, { withCg: solves && round === 0 }));
        own.push(await loopMs(A, x, y, seconds));
      }
      const norm = Math.sqrt(Float64Array.from(await y.read()).reduce((sum, value) => sum + value ** 2, 0));
      if (Math.abs(norm - (theirs[0]?.norm ?? Number.NaN)) > 1e-9 * norm)
        throw new Error(`${source}: |y| is ${norm}, and ${theirs[0]?.norm} in C`);
      const moved = theirs[0];
      if (moved?.messages !== messages || moved.haloBytes !== haloBytes)
        throw new Error(
          `${source}: ${messages} messages of ${haloBytes} B are counted, and PETSc sent ${moved?.messages} of ${moved?.haloBytes} B`,
        );
      await A.dispose();
      await x.dispose();
      await y.dispose();
      const [cMs, oursMs] = [median(theirs.map(({ medianMs }) => medianMs)), median(own)];
      const onTopUs = there[index] ?? Number.NaN;
      const predictedMs = 1000 * predictProduct(halo, constants, { ranksPerHost }).seconds;
      const cg = solves ? { ksp: theirs[0]?.cg, ours: ourCg(source, ranks) } : undefined;
      const row = {
        source,
        nnz: coo.values.length,
        ranks,
        cMs,
        oursMs,
        onTopUs,
        predictedMs,
        messages,
        haloBytes,
        own,
        theirs,
        cg,
      };
      appendFileSync(join(out, 'rows.jsonl'), `${JSON.stringify(row)}\n`);
      table(
        `| \`${source}\` | ${coo.values.length} | ${ranks} | ${us(cMs)} | ${us(oursMs)} | ${percent(oursMs / cMs - 1)} | ${onTopUs.toPrecision(3)} | ${us(predictedMs)} | ${percent(predictedMs / oursMs - 1)} | ${messages} | ${(haloBytes / 1000).toFixed(1)} |`,
      );
      if (cg?.ksp) {
        const [kspMs, stepMs] = [(1000 * cg.ksp.seconds) / cg.ksp.iterations, cg.ours.ms / cg.ours.iterations];
        solved.push(
          `| \`${source}\` | ${ranks} | ${cg.ksp.iterations} | ${(1000 * cg.ksp.seconds).toPrecision(4)} | ${cg.ours.iterations} | ${cg.ours.ms.toPrecision(4)} | ${(stepMs / kspMs).toPrecision(3)} |`,
        );
      }
      say(`${ranks} ranks, ${source}`);
    }
    await backend.dispose();
  }
  table(
    `\nConjugate gradients with Jacobi to ‖b − Ax‖ ≤ ${RTOL}·‖b‖, b = A·1: PETSc's KSP on so many ranks, ours on as many threads.\n`,
  );
  table(
    "| matrix | ranks | KSP, iterations | KSP, ms | ours, iterations | ours, ms | an iteration of ours over KSP's |",
  );
  table('|---|--:|--:|--:|--:|--:|--:|');
  for (const line of solved) table(line);
  say('done');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
