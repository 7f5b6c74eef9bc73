import { FASTER, isAtLeast, needsThreads, ratioOf, ratioText } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import { fastestOf, paramOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { bestAt, IN_BOTH, IN_EITHER, inBoth, overFormats, SAME, spreadCase } from './claim-cases.ts';
import { CHUNK_MATRICES, FIVE_OF_ALL } from './legs.ts';
import { cpu } from './measured.ts';
import { MATRICES, PRINTED } from './printed-tables.ts';

const HIS_CORES = 20;
/** Below so many entries a matrix counts as very small, from the other on as large; between, table 1 prints 1 to 6. */
const SMALL = 50_000;
const LARGE = 1_000_000;
/** Of which table 1 prints less than 1. */
const TINY = MATRICES.filter((name) => (PRINTED.get(name)?.speedupCpu.csr ?? 1) < 1);

/** Chunks of fewer rows count as very small. */
const SMALL_CHUNK = 100;

const chunkOf = (result: Timed): number => Number(paramOf(result, 'chunk'));
const chunksText = (all: readonly Timed[]): string => all.map(chunkOf).join(', ');

/** The chunks of each matrix that are not very small, by whether no thread gets many more rows than its share: all chunks but the last are full. */
function chunks(
  run: StudyRun,
): readonly { readonly name: string; readonly even: readonly Timed[]; readonly uneven: readonly Timed[] }[] {
  return timedMatrices(run, ['chunk']).map((name) => {
    const { rows = 0 } = run.matrices.find((matrix) => matrix.name === name) ?? {};
    const own = timedOf(run, { leg: 'chunk', matrix: name }).filter((result) => chunkOf(result) >= SMALL_CHUNK);
    const isEven = (result: Timed): boolean => {
      const threads = Number(paramOf(result, 'threads') ?? run.machine.cores);
      const most = Math.min(rows, Math.ceil(Math.ceil(rows / chunkOf(result)) / threads) * chunkOf(result));
      return most * threads < SAME * rows;
    };
    return { name, even: own.filter(isEven), uneven: own.filter((result) => !isEven(result)) };
  });
}

/** What the text says of the processor. */
export const cpuClaims: readonly Claim[] = [
  {
    id: 'twenty-threads',
    text: 'Most matrices are fastest with 20 threads, as many as the machine has cores; more slow them down.',
    bar: 'fastest is faster than with any other number, however little',
    where: '4.1',
    legs: ['threads'],
    of: 'most',
    among: IN_EITHER,
    unfit: needsThreads(HIS_CORES + 1),
    cases: (run) =>
      inBoth(run, ['threads'], (matrix, format) =>
        bestAt(timedOf(run, { leg: 'threads', matrix, format }), 'threads', HIS_CORES, (overNext) =>
          isAtLeast(overNext, 1),
        ),
      ),
  },
  {
    id: 'chunk',
    text: 'The chunk-size hardly matters, but for very small values.',
    bar: `hardly is within ${SAME}×, very small is below ${SMALL_CHUNK} rows (he names none, and took one “di ordine 3”), and chunks do not count of which the fullest thread can get ${SAME} times its share of the rows and more`,
    where: '3.2',
    lacks: FIVE_OF_ALL,
    legs: ['chunk'],
    matrices: CHUNK_MATRICES,
    of: 'all',
    among: CHUNK_MATRICES.length,
    aside: (run) =>
      chunks(run).flatMap(({ name, even, uneven }) =>
        uneven.length === 0
          ? []
          : [
              `${name}: chunks of ${chunksText(uneven)} can divide its rows unevenly${even.length > 1 ? '' : ', which leaves less than two'}`,
            ],
      ),
    cases: (run) =>
      chunks(run).flatMap(({ name, even }) =>
        spreadCase(even).map(({ holds, text }) => ({
          name,
          holds,
          text: `${text} over chunks of ${chunksText(even)}`,
        })),
      ),
  },
  {
    id: 'few-threads-for-small',
    text: 'Of 4, 8, 16 and 32 threads very small matrices do best with 4, those of medium size with 8, the larger ones with 16.',
    bar: `very small is below ${SMALL} entries, large ${LARGE} and more`,
    where: '4.3',
    legs: ['threads'],
    of: 'most',
    among: MATRICES.length,
    unfit: needsThreads(32),
    cases: (run) =>
      run.matrices.flatMap(({ name, nnz }) => {
        const teams = timedOf(run, { leg: 'threads', matrix: name, format: 'csr' }).filter((result) =>
          [4, 8, 16, 32].includes(Number(paramOf(result, 'threads'))),
        );
        return bestAt(teams, 'threads', nnz < SMALL ? 4 : nnz < LARGE ? 8 : 16).map((one) => ({ name, ...one }));
      }),
  },
  {
    id: 'csr-on-cpu',
    text: 'On the CPU the speed-ups of CSR are visibly larger than those of ELLPACK.',
    bar: `visibly larger is ${FASTER} times and more`,
    where: '4.3',
    legs: ['serial', 'threads'],
    of: 'most',
    among: IN_BOTH,
    cases: (run) => overFormats(run, (name) => [cpu(run, name, 'csr'), cpu(run, name, 'ellpack')], ['threads']),
  },
  {
    id: 'tiny',
    text: 'Threads do not pay for the matrices of which table 1 prints less than 1 (derived from print: his text says only that very small ones favour few threads).',
    bar: 'to pay is to be as fast as the serial loop, with the best of two and more threads; with how many table 1 is, it does not say',
    where: 'Table 1',
    legs: ['serial', 'threads'],
    matrices: TINY,
    of: 'all',
    among: TINY.length,
    cases: (run) =>
      TINY.flatMap((name) => {
        const [serial, team] = [fastestOf(run, { leg: 'serial', matrix: name }), cpu(run, name, 'csr')];
        if (!serial || !team) return [];
        const ratio = ratioOf(serial, team);
        const pays = isAtLeast(ratio, 1);
        const text = `${ratioText(ratio)} here, ${PRINTED.get(name)?.speedupCpu.csr?.toFixed(2) ?? ''}× printed`;
        return [{ name, holds: pays === null ? null : !pays, text }];
      }),
  },
];
