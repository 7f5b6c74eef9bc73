// Why products of backend petsc take longer than those of a plain C program: one thing changed at a time, in rounds, each with ranks that were started anew, since where pages and ranks come to lie differs from start to start.
// Usage: node bench/petsc/causes.ts OUT [--ranks 1,2,4,8,15] [--seconds 0.15] [--rounds 3] [MATRIX…]      writes OUT/causes.jsonl and OUT/causes.md as it goes
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { csr, plugin as formats } from '@spmv/formats';
import { partsByWork } from '@spmv/reorder';
import type { Case } from './programs.ts';
import { loopMs, median, onTop, petscPlugin, plainProgram, prepared } from './programs.ts';

const MATRICES = [
  'gen:stencil5?n=150',
  'gen:stencil5?n=1000',
  'gen:stencil27?n=80',
  'gen:random?rows=200000&perRow=20',
];
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ranks: { type: 'string' },
    seconds: { type: 'string', default: '0.15' },
    rounds: { type: 'string', default: '3' },
    oversubscribe: { type: 'boolean', default: false },
  },
});
const [out = '.', ...given] = positionals;
const { oversubscribe } = options;
const counts = options.ranks?.split(',').map(Number) ?? [1, 2, 4, 8, 15].filter((p) => p < availableParallelism());
const seconds = Number(options.seconds);
const folder = mkdtempSync(join(tmpdir(), 'spmv-petsc-causes-'));
const plain = plainProgram(folder, { seconds, oversubscribe, rtol: 1e-8 });
const { descriptor, plugin: petsc, productTimes } = await petscPlugin();
const LARGE = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' } as const;
const SMALL = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=0' } as const;

/** One way to multiply. */
interface Way {
  readonly name: string;
  readonly isOurs: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly bind?: 'core';
}
const WAYS: readonly Way[] = [
  { name: 'C', isOurs: false, environment: SMALL },
  { name: 'C, large pages', isOurs: false, environment: LARGE },
  { name: 'C, bound to cores', isOurs: false, environment: SMALL, bind: 'core' },
  { name: 'ours', isOurs: true, environment: LARGE },
  { name: 'ours, small pages', isOurs: true, environment: SMALL },
  { name: 'ours, bound to cores', isOurs: true, environment: LARGE, options: { bind: 'core' } },
  { name: 'ours, looks of 100 µs', isOurs: true, environment: LARGE, options: { spinMicroseconds: 100 } },
];

/** Processors on which a core has one rank, of all that have one; ranks that share a core wait for each other. */
function coresOf(processors: readonly number[]): string {
  const siblings = (processor: number): string => {
    try {
      return readFileSync(`/sys/devices/system/cpu/cpu${processor}/topology/thread_siblings_list`, 'utf8').trim();
    } catch {
      return String(processor);
    }
  };
  return `${new Set(processors.map(siblings)).size} of ${processors.length}`;
}

interface Round {
  readonly loopMs: number;
  /** Of ours alone. */
  readonly onTopUs?: number;
  readonly cores: string;
}

async function once(way: Way, ranks: number, { coo, file }: Case): Promise<Round> {
  if (!way.isOurs) {
    const { bind = 'none', environment } = way;
    const { medianMs, processors } = plain(file, partsByWork(coo, ranks), { bind, environment });
    return { loopMs: medianMs, cores: coresOf(processors) };
  }
  Object.assign(process.env, way.environment);
  const own = { allowRoot: true, oversubscribe, clock: true, ...way.options };
  const matrix = buildMatrix(csr, coo);
  const onTopUs = median(onTop(await productTimes(matrix, seconds, { ...own, ranks })));
  const backend = await openBackend(descriptor, { device: String(ranks), options: own });
  try {
    const kernel = createRegistry([formats, petsc]).kernel('petsc/csr');
    const A = await backend.prepare({ operation: spmv, matrix, kernel });
    const x = await backend.vector(new Float64Array(coo.shape.cols).fill(1));
    const middle = await loopMs(A, x, await backend.vector(coo.shape.rows), seconds);
    const [, ...pids] = String(backend.device.details?.['processes']).split(' ');
    const on = (pid: string): number =>
      Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[36]);
    return { loopMs: middle, onTopUs, cores: coresOf(pids.map(on)) };
  } finally {
    await backend.dispose();
  }
}

const us = (ms: number): string => (1000 * ms).toPrecision(3);
const table = (line: string): void => appendFileSync(join(out, 'causes.md'), `${line}\n`);
try {
  const pages = readFileSync('/sys/kernel/mm/transparent_hugepage/enabled', 'utf8').trim();
  table(`Large pages of this system: ${pages}. Times in µs: the median of rounds, least and most of them.\n`);
  table('| matrix | ranks | way | loop | over C | on top | cores, ranks |\n|---|--:|---|--:|--:|--:|---|');
  for (const [index, argument] of (given.length > 0 ? given : MATRICES).entries()) {
    const one = await prepared(folder, argument, index);
    for (const ranks of counts) {
      const rounds = new Map<Way, Round[]>(WAYS.map((way) => [way, []]));
      for (let round = 0; round < Number(options.rounds); round++)
        for (const [way, all] of rounds) {
          const found = await once(way, ranks, one);
          all.push(found);
          const row = { source: one.source, ranks, way: way.name, round, ...found };
          appendFileSync(join(out, 'causes.jsonl'), `${JSON.stringify(row)}\n`);
        }
      let base = 0;
      for (const [{ name }, all] of rounds) {
        const loops = all.map((each) => each.loopMs);
        const middle = median(loops);
        base ||= middle;
        const extras = all.flatMap(({ onTopUs }) => onTopUs ?? []);
        const range = `${us(Math.min(...loops))} … ${us(Math.max(...loops))}`;
        const three = [median(extras), Math.min(...extras), Math.max(...extras)].map((each) => each.toPrecision(3));
        const extra = extras.length > 0 ? `${three[0]} (${three[1]} … ${three[2]})` : '';
        const cores = [...new Set(all.map((each) => each.cores))].join(', ');
        table(
          `| \`${one.source}\` | ${ranks} | ${name} | ${us(middle)} (${range}) | ${(100 * (middle / base - 1)).toFixed(1)} % | ${extra} | ${cores} |`,
        );
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
