import { formatBytes } from '@spmv/core';
import { FASTER, fasterCase, isAtLeast, isBetween, rateOf, ratioOf, ratioText, sumOf } from '../exhibits/judged.ts';
import { cacheBytesOf, isCached, peakOf } from '../exhibits/memory.ts';
import { fastestOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { bestAt, FORMATS, IN_BOTH, IN_EITHER, inBoth, overFormats, SAME, spreadCase } from './claim-cases.ts';
import { GRID_BLOCK } from './legs.ts';
import type { HisFormat } from './measured.ts';
import { gpu, GPU_LEGS } from './measured.ts';
import { MATRICES, PRINTED } from './printed-tables.ts';
import { PEAK } from './roofline.ts';

/** The deviation of row lengths over their mean, per cent, below which a matrix counts as balanced. */
const BALANCED = 15;
/** Those of his matrices, as stored or as their stand-ins are made. */
const BALANCED_MATRICES: readonly string[] = [
  'cage4',
  'af23560',
  'thermal1',
  'thermomech_TK',
  'thermal2',
  'af_1_k101',
  'ML_Laplace',
  'nlpkkt80',
];
/** From here on a rate is decidedly better. */
const DECIDED = 1.25;
/** What “on average half of the peak” is, per cent. */
const HALF = { least: 45, most: 55 } as const;

const CUDA = Object.values(GPU_LEGS);

/** The matrices of which table 4 prints a rate. */
const printedIn = (format: HisFormat): readonly string[] =>
  MATRICES.filter((matrix) => PRINTED.get(matrix)?.gflopsGpu[format] !== null);

/** Those of them that stay in the cache of the device. */
function inCache(run: StudyRun, format: HisFormat): readonly string[] {
  return printedIn(format).filter((matrix) => {
    const timed = gpu(run, matrix, format);
    return timed !== undefined && isCached(run, timed);
  });
}

/** What the text says of the GPU. */
export const gpuClaims: readonly Claim[] = [
  {
    id: 'blocks',
    text: 'Times and GFLOPS do not change with the size of blocks, or not by much.',
    bar: `not by much is within ${SAME}×`,
    where: '4.2',
    legs: CUDA,
    of: 'all',
    among: IN_EITHER,
    cases: (run) => inBoth(run, CUDA, (matrix, format) => spreadCase(timedOf(run, { leg: GPU_LEGS[format], matrix }))),
  },
  {
    id: 'smallest-block',
    text: 'In CSR the smallest block, of 128 threads, is in many cases the best.',
    where: '4.2',
    legs: [GPU_LEGS.csr],
    of: 'many',
    among: MATRICES.length,
    cases: (run) =>
      timedMatrices(run, [GPU_LEGS.csr]).flatMap((name) =>
        bestAt(timedOf(run, { leg: GPU_LEGS.csr, matrix: name }), 'blockSize', 128).map((one) => ({ name, ...one })),
      ),
  },
  {
    id: 'ellpack-on-gpu',
    text: 'On the GPU ELLPACK is the better choice.',
    bar: `better is ${FASTER} times as fast and more, than CSR by his kernel`,
    where: '4.4',
    legs: CUDA,
    of: 'most',
    among: IN_BOTH,
    cases: (run) => overFormats(run, (name) => [gpu(run, name, 'ellpack'), gpu(run, name, 'csr')], [GPU_LEGS.csr]),
  },
  {
    id: 'balanced',
    text: 'ELLPACK is decidedly better on the GPU where matrices are balanced: rows of about the same length.',
    bar: `decidedly better is ${DECIDED} times and more, balanced a σ below ${BALANCED} % of the mean; of others, on which it may be better, too, he does not speak`,
    lacks: 'The σ of Cube_Coup_dt0 is not known here.',
    where: '4.4',
    legs: CUDA,
    of: 'most',
    matrices: BALANCED_MATRICES,
    among: BALANCED_MATRICES.length,
    cases: (run) =>
      run.matrices.flatMap(({ name, deviation, mean }) => {
        if (!BALANCED_MATRICES.includes(name)) return [];
        const [ellpack, csr] = [gpu(run, name, 'ellpack'), gpu(run, name, 'csr')];
        if (!ellpack || !csr) return [];
        const ratio = ratioOf(csr, ellpack);
        const holds = isAtLeast(ratio, DECIDED);
        const text = `${ratioText(ratio)} over CSR, σ ${((100 * deviation) / mean).toFixed(0)} % of the mean`;
        return [{ name, holds, text }];
      }),
  },
  {
    id: 'transposed',
    text: 'Transposed, so that neighbouring threads read neighbouring places, ELLPACK is faster than by rows.',
    where: '3.3.2',
    legs: [GPU_LEGS.ellpack, 'cuda-rows'],
    of: 'most',
    among: IN_BOTH,
    cases: (run) =>
      timedMatrices(run, ['cuda-rows']).flatMap((matrix) =>
        fasterCase(
          matrix,
          fastestOf(run, { leg: GPU_LEGS.ellpack, matrix, params: { blockSize: GRID_BLOCK } }),
          fastestOf(run, { leg: 'cuda-rows', matrix }),
        ),
      ),
  },
  {
    id: 'half-of-peak',
    text: 'The GFLOPS of the GPU lie on average at half of the peak that its bandwidth gives.',
    bar: `half is ${HALF.least} to ${HALF.most} % of the rate that the peak of the driver gives by (5), over all matrices of table 4; one that fits into the cache of the device says nothing of its memory`,
    where: '4.5',
    legs: CUDA,
    matrices: MATRICES,
    of: 'all',
    among: FORMATS.length,
    unfit: (run) =>
      timedMatrices(run, CUDA).length > 0 && peakOf(run) === null
        ? 'The driver does not say the peak bandwidth.'
        : undefined,
    aside: (run) =>
      FORMATS.flatMap((format) => {
        const cached = inCache(run, format);
        return cached.length === 0
          ? []
          : [
              `In ${format} ${cached.length} of ${printedIn(format).length} matrices fit into the cache of ${formatBytes(cacheBytesOf(run))}: ${cached.join(', ')}`,
            ];
      }),
    cases(run) {
      const peak = (peakOf(run) ?? 0) * PEAK.flopPerByte;
      return FORMATS.flatMap((format) => {
        const printed = printedIn(format);
        const rates = printed.flatMap((matrix) => {
          const timed = gpu(run, matrix, format);
          return (timed && rateOf(timed)) ?? [];
        });
        // The large ones, which come nearest, are those that a budget leaves out.
        if (rates.length < printed.length || inCache(run, format).length > 0 || peak === 0) return [];
        const sum = sumOf(rates);
        const all = (rates.length * peak) / 100;
        const share = { low: sum.low / all, value: sum.value / all, high: sum.high / all };
        const text = `${share.value.toFixed(0)} % of ${peak.toFixed(0)} GFLOP/s over ${rates.length} matrices`;
        return [{ name: format, holds: isBetween(share, HALF.least, HALF.most), text }];
      });
    },
    printed: () =>
      FORMATS.map((format) => {
        const rates = printedIn(format).map((matrix) => PRINTED.get(matrix)?.gflopsGpu[format] ?? 0);
        const share = (100 * rates.reduce((sum, rate) => sum + rate, 0)) / rates.length / PEAK.gflops;
        return { name: format, holds: share >= HALF.least && share <= HALF.most, text: `${share.toFixed(0)} %` };
      }),
  },
];
