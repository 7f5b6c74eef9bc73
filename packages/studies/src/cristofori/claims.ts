import { FASTER, fasterCase, isAtLeast, overRatio, ratioOf, ratioText } from '../exhibits/judged.ts';
import { resultsOf, timedMatrices } from '../exhibits/timed.ts';
import type { Claim } from '../study.ts';
import type { StudyResult, StudyRun } from '../study-run.ts';
import { FORMATS, IN_BOTH, IN_EITHER, inBoth, overFormats } from './claim-cases.ts';
import { cpu, gpu, GPU_LEGS, serial } from './measured.ts';
import { MATRICES, PRINTED } from './printed-tables.ts';
import { cpuClaims } from './claims-cpu.ts';
import { gpuClaims } from './claims-gpu.ts';

const CUDA = Object.values(GPU_LEGS);
/** Of which no table prints ELLPACK. */
const TOO_LONG = MATRICES.filter((name) => PRINTED.get(name)?.gflopsGpu.ellpack === null);
const IN_ELLPACK_LEGS = ['threads', 'cuda-ellpack', 'webgpu'];

/** What became of these in ELLPACK, one result of each. */
function inEllpack(run: StudyRun): readonly StudyResult[] {
  return TOO_LONG.flatMap((matrix) =>
    IN_ELLPACK_LEGS.flatMap((leg) => resultsOf(run, { leg, matrix }).filter(({ format }) => format !== 'csr')).slice(
      0,
      1,
    ),
  );
}

/** What the text says of both, and all that it says. */
export const claims: readonly Claim[] = [
  ...cpuClaims,
  ...gpuClaims,
  {
    id: 'not-in-ellpack',
    text: 'dc1 and webbase-1M cannot be computed in ELLPACK.',
    lacks:
      'A refusal by the limits of the plan here, 2^31 places and the bytes that it may take, is no verdict on his programs.',
    where: '4.3, 4.4',
    legs: IN_ELLPACK_LEGS,
    matrices: TOO_LONG,
    of: 'all',
    among: TOO_LONG.length,
    unfit(run) {
      const refused = inEllpack(run).filter(({ status }) => status === 'refused');
      const names = [...new Set(refused.map(({ matrix }) => matrix))].join(' and ');
      return refused.length === 0
        ? undefined
        : `The plan here refuses ELLPACK of ${names} by a limit of its own: ${(refused[0]?.reason ?? '').replace(/\.$/, '')}. His report names no size.`;
    },
    cases: (run) =>
      inEllpack(run).flatMap(({ matrix, status }) =>
        status === 'ok' ? [{ name: matrix, holds: false, text: 'was computed' }] : [],
      ),
  },
  {
    id: 'cuda-ellpack-best',
    text: 'For most matrices, those of large dimension, CUDA with ELLPACK is the best of all.',
    bar: 'of all is of the serial loop, threads in both formats and CUDA in CSR; large dimension has no limit in print, so that all matrices count',
    where: '4.5',
    legs: ['serial', 'threads', ...CUDA],
    of: 'most',
    among: IN_BOTH,
    cases: (run) =>
      overFormats(
        run,
        (name) => {
          const others = [serial(run, name), gpu(run, name, 'csr'), ...FORMATS.map((format) => cpu(run, name, format))];
          // What ELLPACK is refused on is no matrix that it is best for; what was not run on all says nothing.
          const next = others.flatMap((one) => one ?? []).toSorted((a, b) => a.medianMs - b.medianMs)[0];
          return [gpu(run, name, 'ellpack'), others.includes(undefined) ? undefined : next];
        },
        [GPU_LEGS.ellpack],
      ),
  },
  {
    id: 'gain-in-ellpack',
    text: 'The large difference between GPU and CPU is that of ELLPACK above all.',
    bar: `on each matrix the GPU gains ${FASTER} times in ELLPACK what it gains in CSR, and more`,
    where: '4.5',
    legs: ['threads', ...CUDA],
    of: 'most',
    among: IN_BOTH,
    cases: (run) =>
      timedMatrices(run, [GPU_LEGS.ellpack]).flatMap((name) => {
        const [ellpack, csr] = (['ellpack', 'csr'] as const).map((format) => {
          const [host, device] = [cpu(run, name, format), gpu(run, name, format)];
          return host && device && ratioOf(host, device);
        });
        if (!ellpack || !csr) return [];
        const ratio = overRatio(ellpack, csr);
        return [{ name, holds: isAtLeast(ratio, FASTER), text: ratioText(ratio) }];
      }),
  },
  {
    id: 'gpu-beats-cpu',
    text: 'The GPU beats the CPU in both formats on every matrix, by far.',
    bar: `by far is taken as at all: ${FASTER} times and more; the CPU is the fastest of two threads and more`,
    where: '4.5',
    legs: ['threads', ...CUDA],
    of: 'all',
    among: IN_EITHER,
    cases: (run) =>
      inBoth(run, CUDA, (matrix, format) =>
        fasterCase('', gpu(run, matrix, format), cpu(run, matrix, format)).map(({ holds, text }) => ({ holds, text })),
      ),
  },
];
