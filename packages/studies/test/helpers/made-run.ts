import { judgeClaim } from '../../src/exhibits/judged.ts';
import type {
  Judgement,
  RunMatrix,
  Study,
  StudyDevice,
  StudyLeg,
  StudyParams,
  StudyResult,
  StudyRun,
} from '../../src/index.ts';

/** The format that a kernel's id tells. */
function formatOf(kernel: string): string {
  if (kernel.includes('ellpack-r') || kernel.includes('ellr-t')) return 'ellpack-r';
  return kernel.includes('ellpack') ? 'ellpack' : 'csr';
}

/** Every combination of the values of the parameters. */
function pointsOf(params: StudyLeg['params'] = {}): readonly StudyParams[] {
  let points: readonly StudyParams[] = [{}];
  for (const [name, values] of Object.entries(params))
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  return points;
}

const FIGURES = {
  operation: 'spmv',
  device: 'made up',
  kernelParams: {},
  formatParams: {},
  sizes: {},
  status: 'ok',
  reason: null,
  convertMs: 1,
  prepareMs: 1,
  clock: 'host',
  compulsoryBytes: 2 ** 27,
  speedup: null,
  storageBytes: 1000,
  errorRatio: 0,
} as const;

/** A timed result; `medianMs` decides all its figures. */
export function timedResult(
  fields: Pick<StudyResult, 'leg' | 'matrix'> & Partial<StudyResult>,
  medianMs: number,
): StudyResult {
  return {
    ...FIGURES,
    backend: 'serial',
    format: 'csr',
    kernel: 'js/csr',
    launchParams: {},
    precision: 'f64',
    medianMs,
    meanMs: medianMs,
    minMs: medianMs,
    medianLowMs: 0.99 * medianMs,
    medianHighMs: 1.01 * medianMs,
    gflops: 100 / medianMs,
    gbPerSecond: 1000 / medianMs,
    ...fields,
  };
}

/** A matrix as run of so many rows of five entries. */
export function madeMatrix(name: string, rows: number): RunMatrix {
  const sixteenths = Array.from({ length: 16 }, () => (rows * 5) / 16);
  const own = { name, source: name, hash: name, rows, cols: rows, nnz: 5 * rows, mean: 5, max: 6, emptyRows: 0 };
  return { ...own, deviation: 1, percentAverageDeviation: 20, bandwidth: 7, sectorsPerRow: 2, sixteenths };
}

const CUDA: StudyDevice = {
  backend: 'cuda',
  name: 'made up',
  version: null,
  details: { peakGbPerSecond: 1000 },
};

/** A run in which everything of a study was timed, each combination with a time of its own. */
export function madeRun({ matrices, legs }: Study): StudyRun {
  let ms = 1;
  const results = legs.flatMap((leg) =>
    (leg.matrices ?? ['']).flatMap((matrix) =>
      (leg.sizes ?? [{}]).flatMap((sizes) =>
        (leg.backends ?? ['serial']).flatMap((backend) =>
          (leg.kernels ?? ['js/csr']).flatMap((kernel) =>
            (leg.precisions ?? ['f64']).flatMap((precision) =>
              pointsOf(leg.params).map((launchParams) => {
                ms += 0.25;
                const format = leg.matrices ? formatOf(kernel) : null;
                const operation = leg.operation ?? 'spmv';
                const own = { leg: leg.id, matrix, sizes, backend, kernel, format, operation, precision, launchParams };
                return timedResult(own, ms);
              }),
            ),
          ),
        ),
      ),
    ),
  );
  return {
    started: '2026-01-01T00:00:00.000Z',
    machine: { cpu: 'made up', cores: 64, loadAverage: 0, os: 'none', runtime: 'none', devices: [CUDA] },
    matrices: matrices.map(({ name }, m) => madeMatrix(name, 1000 * (m + 1))),
    results,
    notRun: [],
    unsteady: [],
  };
}

/** A run of nothing. */
export const EMPTY: StudyRun = {
  started: '',
  machine: { cpu: '', cores: 0, loadAverage: 0, os: '', runtime: '', devices: [] },
  matrices: [],
  results: [],
  notRun: [],
  unsteady: [],
};

/** What a run has of its first matrix, of each of these: a claim is about all matrices of its paper. */
export function ofEach(run: StudyRun, names: readonly string[]): StudyRun {
  const [first = madeMatrix('', 1600)] = run.matrices;
  const own = run.results.filter(({ matrix }) => matrix === first.name);
  return {
    ...run,
    matrices: names.map((name) => ({ ...first, name })),
    results: names.flatMap((matrix) => own.map((result) => ({ ...result, matrix }))),
  };
}

/** What figure 2 of Vázquez is drawn from. */
export const TEXTURE = { leg: 'formats', kernelParams: { xLoad: 'readonly' } } as const;

/** What a run says of a claim of a study. */
export function judgementOf({ claims }: Study, id: string, run: StudyRun): Judgement {
  const claim = claims.find((one) => one.id === id);
  if (!claim) throw new Error(`no claim ${id}`);
  return judgeClaim(claim, run);
}
