import { fasterCase, isAtLeast, isWithin, ratioOf, ratioText } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import { fastestOf, paramOf, peakOf, resultsOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim, ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import type { HisFormat } from './measured.ts';
import { cpu, gpu } from './measured.ts';
import { CHUNK_MATRICES } from './legs.ts';
import { PEAK } from './roofline.ts';
import { MATRICES, PRINTED } from './printed-tables.ts';

/** Times this near one another count as the same. */
const SAME = 1.1;
const HIS_CORES = 20;
/** Below so many entries a matrix counts as very small, from the other on as large; between, table 1 prints 1 to 6. */
const SMALL = 50_000;
const LARGE = 1_000_000;
/** The deviation of row lengths over their mean, per cent, below which a matrix counts as balanced. */
const BALANCED = 15;
/** From here on a rate is decidedly better. */
const DECIDED = 1.25;
/** What “on average half of the peak” is at least. */
const HALF = 0.45;

/** What tables 1 to 4 print in ELLPACK, too: all but two. */
const IN_BOTH = [...PRINTED.values()].filter(({ gflopsGpu }) => gflopsGpu.ellpack !== null).length;
const IN_EITHER = MATRICES.length + IN_BOTH;
/** Of which table 1 prints less than 1. */
const TINY = MATRICES.filter((name) => (PRINTED.get(name)?.speedupCpu.csr ?? 1) < 1);

const FORMATS: readonly HisFormat[] = ['csr', 'ellpack'];
const CUDA = ['cuda-csr', 'cuda-ellpack'];

/** On each matrix in both formats. */
function inBoth(
  run: StudyRun,
  legs: readonly string[],
  of: (matrix: string, format: HisFormat) => readonly Omit<ClaimCase, 'name'>[],
): readonly ClaimCase[] {
  return timedMatrices(run, legs).flatMap((matrix) =>
    FORMATS.flatMap((format) => of(matrix, format).map((one) => ({ name: `${matrix} ${format}`, ...one }))),
  );
}

/** The slowest of some results over the fastest. */
function spreadCase(results: readonly Timed[]): readonly Omit<ClaimCase, 'name'>[] {
  const sorted = results.toSorted((a, b) => a.medianMs - b.medianMs);
  const [fast, slow] = [sorted[0], sorted.at(-1)];
  if (!fast || !slow || fast === slow) return [];
  const ratio = ratioOf(slow, fast);
  return [{ holds: isWithin(ratio, SAME), text: ratioText(ratio) }];
}

/**
 * Whether a value of a parameter gives the best time: no other is below its interval. `null` where it is not the fastest, yet the
 * intervals overlap.
 */
function bestAt(results: readonly Timed[], param: string, value: number): readonly Omit<ClaimCase, 'name'>[] {
  const best = results.toSorted((a, b) => a.medianMs - b.medianMs)[0];
  const own = results.find((result) => paramOf(result, param) === value);
  if (!best || !own || results.length < 2) return [];
  const text = `best at ${String(paramOf(best, param))}`;
  if (best === own) return [{ holds: true, text }];
  return [{ holds: ratioOf(own, best).low > 1 ? false : null, text }];
}

function overFormats(
  run: StudyRun,
  of: (matrix: string) => readonly [fast: Timed | undefined, slow: Timed | undefined],
  legs: readonly string[],
) {
  return timedMatrices(run, legs).flatMap((matrix) => fasterCase(matrix, ...of(matrix)));
}

function needsCores(count: number): NonNullable<Claim['unfit']> {
  return ({ machine: { cores } }) =>
    cores < count ? `This machine runs ${cores} threads at a time; it takes ${count}.` : undefined;
}

/** What the text says of its figures and tables. */
export const claims: readonly Claim[] = [
  {
    id: 'twenty-threads',
    text: 'Most matrices are fastest with 20 threads, as many as the machine has cores; more slow them down.',
    where: '4.1',
    legs: ['threads'],
    of: 'most',
    among: IN_EITHER,
    unfit: needsCores(HIS_CORES + 1),
    cases: (run) =>
      inBoth(run, ['threads'], (matrix, format) =>
        bestAt(timedOf(run, { leg: 'threads', matrix, format }), 'threads', HIS_CORES),
      ),
  },
  {
    id: 'chunk',
    text: 'The chunk-size hardly matters, but for very small values.',
    bar: `hardly is within ${SAME}×, small values are below 100, and chunks that leave threads without rows do not count`,
    where: '3.2',
    legs: ['chunk'],
    of: 'all',
    among: CHUNK_MATRICES.length,
    cases: (run) =>
      timedMatrices(run, ['chunk']).flatMap((name) => {
        const { rows = 0 } = run.matrices.find((matrix) => matrix.name === name) ?? {};
        // A chunk of all rows is one thread alone.
        const own = timedOf(run, { leg: 'chunk', matrix: name }).filter((result) => {
          const [chunk, threads] = [
            Number(paramOf(result, 'chunk')),
            Number(paramOf(result, 'threads') ?? run.machine.cores),
          ];
          return chunk >= 100 && chunk * threads <= rows;
        });
        const chunks = own.map((result) => Number(paramOf(result, 'chunk')));
        const range = `${Math.min(...chunks)} to ${Math.max(...chunks)}`;
        return spreadCase(own).map(({ holds, text }) => ({ name, holds, text: `${text} over chunks of ${range}` }));
      }),
  },
  {
    id: 'blocks',
    text: 'Times and GFLOPS do not change with the size of blocks.',
    bar: `no change is within ${SAME}×`,
    where: '4.2',
    legs: CUDA,
    of: 'all',
    among: IN_EITHER,
    cases: (run) => inBoth(run, CUDA, (matrix, format) => spreadCase(timedOf(run, { leg: `cuda-${format}`, matrix }))),
  },
  {
    id: 'smallest-block',
    text: 'In CSR the smallest block, of 128 threads, is in many cases the best.',
    where: '4.2, 4.4',
    legs: ['cuda-csr'],
    of: 'many',
    among: MATRICES.length,
    cases: (run) =>
      timedMatrices(run, ['cuda-csr']).flatMap((name) =>
        bestAt(timedOf(run, { leg: 'cuda-csr', matrix: name }), 'blockSize', 128).map((one) => ({ name, ...one })),
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
    unfit: needsCores(32),
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
    where: '4.3',
    legs: ['serial', 'threads'],
    of: 'most',
    among: IN_BOTH,
    cases: (run) => overFormats(run, (name) => [cpu(run, name, 'csr'), cpu(run, name, 'ellpack')], ['threads']),
  },
  {
    id: 'not-in-ellpack',
    text: 'dc1 and webbase-1M cannot be computed in ELLPACK.',
    where: '4.3, 4.4',
    legs: ['threads', 'cuda-ellpack', 'webgpu'],
    matrices: ['dc1', 'webbase-1M'],
    of: 'all',
    among: 2,
    cases: (run) =>
      ['dc1', 'webbase-1M'].flatMap((name) => {
        const [found] = ['threads', 'cuda-ellpack', 'webgpu'].flatMap((leg) =>
          resultsOf(run, { leg, matrix: name }).filter(({ format }) => format !== 'csr'),
        );
        return found
          ? [{ name, holds: found.status === 'refused', text: `${found.status}: ${found.reason ?? 'it ran'}` }]
          : [];
      }),
  },
  {
    id: 'ellpack-on-gpu',
    text: 'On the GPU ELLPACK is the better choice.',
    where: '4.4',
    legs: CUDA,
    of: 'most',
    among: IN_BOTH,
    cases: (run) => overFormats(run, (name) => [gpu(run, name, 'ellpack'), gpu(run, name, 'csr')], ['cuda-csr']),
  },
  {
    id: 'balanced',
    text: 'ELLPACK is decidedly better on the GPU where matrices are balanced: rows of about the same length.',
    bar: `on each matrix it is decidedly better, ${DECIDED} times and more, just where this is balanced, with a σ below ${BALANCED} % of the mean`,
    where: '4.4',
    legs: CUDA,
    of: 'most',
    among: IN_BOTH,
    cases: (run) =>
      run.matrices.flatMap(({ name, deviation, mean }) => {
        const [ellpack, csr] = [gpu(run, name, 'ellpack'), gpu(run, name, 'csr')];
        if (!ellpack || !csr) return [];
        const ratio = ratioOf(csr, ellpack);
        const decided = isAtLeast(ratio, DECIDED);
        const holds = decided === null ? null : decided === 100 * deviation < BALANCED * mean;
        const text = `${ratioText(ratio)} over CSR, σ ${((100 * deviation) / mean).toFixed(0)} % of the mean`;
        return [{ name, holds, text }];
      }),
  },
  {
    id: 'cuda-ellpack-best',
    text: 'For most matrices, those of large dimension, CUDA with ELLPACK is the best of all.',
    where: '4.5',
    legs: ['threads', ...CUDA],
    of: 'most',
    among: IN_BOTH,
    cases: (run) =>
      overFormats(
        run,
        (name) => {
          const others = [gpu(run, name, 'csr'), ...FORMATS.map((format) => cpu(run, name, format))];
          // What ELLPACK is refused on is no matrix that it is best for; what was not run on all says nothing.
          const next = others.flatMap((one) => one ?? []).toSorted((a, b) => a.medianMs - b.medianMs)[0];
          return [gpu(run, name, 'ellpack'), others.includes(undefined) ? undefined : next];
        },
        ['cuda-ellpack'],
      ),
  },
  {
    id: 'gpu-beats-cpu',
    text: 'The GPU beats the CPU in both formats on every matrix, by far.',
    where: '4.5',
    legs: ['threads', ...CUDA],
    of: 'all',
    among: IN_EITHER,
    cases: (run) =>
      inBoth(run, CUDA, (matrix, format) =>
        fasterCase('', gpu(run, matrix, format), cpu(run, matrix, format)).map(({ holds, text }) => ({ holds, text })),
      ),
  },
  {
    id: 'tiny',
    text: 'Threads do not pay for the smallest matrices: table 1 prints less than 1.',
    bar: 'to pay is to be as fast',
    where: 'Table 1',
    legs: ['serial', 'threads'],
    matrices: TINY,
    of: 'all',
    among: TINY.length,
    cases: (run) =>
      TINY.flatMap((name) => {
        const [serial, team] = [fastestOf(run, { leg: 'serial', matrix: name }), fastestTeam(run, name)];
        if (!serial || !team) return [];
        const ratio = ratioOf(serial, team);
        const pays = isAtLeast(ratio, 1);
        const text = `${ratioText(ratio)} here, ${PRINTED.get(name)?.speedupCpu.csr?.toFixed(2) ?? ''}× printed`;
        return [{ name, holds: pays === null ? null : !pays, text }];
      }),
  },
  {
    id: 'half-of-peak',
    text: 'The GFLOPS of the GPU lie on average at half of the peak that its bandwidth gives.',
    bar: `half is ${100 * HALF} % and more of the rate that the peak of the driver gives by (5), over all matrices of table 4`,
    where: '4.5',
    legs: CUDA,
    of: 'all',
    among: FORMATS.length,
    unfit: (run) =>
      timedMatrices(run, CUDA).length > 0 && peakOf(run) === null
        ? 'The driver does not say the peak bandwidth.'
        : undefined,
    cases(run) {
      const peak = (peakOf(run) ?? 0) * PEAK.flopPerByte;
      return FORMATS.flatMap((format) => {
        const printed = MATRICES.filter((matrix) => PRINTED.get(matrix)?.gflopsGpu[format] !== null);
        const rates = printed.flatMap((matrix) => gpu(run, matrix, format)?.gflops ?? []);
        // The large ones, which come nearest, are those that a budget leaves out.
        if (rates.length < printed.length || peak === 0) return [];
        const share = rates.reduce((sum, rate) => sum + rate, 0) / rates.length / peak;
        const text = `${(100 * share).toFixed(0)} % of ${peak.toFixed(0)} GFLOP/s over ${rates.length} matrices`;
        return [{ name: format, holds: share >= HALF, text }];
      });
    },
  },
];

/** The fastest of two and more threads. */
function fastestTeam(run: StudyRun, matrix: string): Timed | undefined {
  return timedOf(run, { leg: 'threads', matrix, format: 'csr' })
    .filter((result) => Number(paramOf(result, 'threads')) > 1)
    .toSorted((a, b) => a.medianMs - b.medianMs)[0];
}
