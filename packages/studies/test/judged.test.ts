import { describe, expect, it } from 'vitest';
import { fraga } from '../src/fraga/fraga.ts';
import { gunja } from '../src/gunja/gunja.ts';
import type { StudyResult, StudyRun } from '../src/index.ts';
import { drawnExhibits, studyReport } from '../src/index.ts';
import { vazquez } from '../src/vazquez/vazquez.ts';
import { MATRICES } from '../src/fraga/legs.ts';
import { MATRICES as OF_TABLE_I } from '../src/vazquez/printed-table.ts';
import { EMPTY, judgementOf, madeMatrix, madeRun, ofEach, TEXTURE, timedResult } from './helpers/made-run.ts';

const MACHINE = { ...EMPTY.machine, cores: 16 };

/** A curve over so many threads, in milliseconds. */
function curve(format: string, times: readonly number[], matrix = 'cant'): readonly StudyResult[] {
  return times.map((ms, k) => timedResult({ leg: 'threads', matrix, format, launchParams: { threads: k + 1 } }, ms));
}

function runOf(results: readonly StudyResult[], more: Partial<StudyRun> = {}): StudyRun {
  const matrices = [...new Set(results.map(({ matrix }) => matrix))].map((name) => madeMatrix(name, 1600));
  return { ...EMPTY, machine: MACHINE, matrices, results, ...more };
}

/** With intervals of so many per cent on either side. */
function noisy(result: StudyResult, percent: number): StudyResult {
  const ms = result.medianMs ?? 0;
  return { ...result, medianLowMs: ms * (1 - percent / 100), medianHighMs: ms * (1 + percent / 100) };
}

describe('a claim', () => {
  const longer = [16, 8, 5.3, 4, 3.2, 2.7, 2.3, 2, 1.8, 1.6];

  it('compares the points that both sides have: a sweep that ended early changes no verdict', () => {
    const seven = runOf([...curve('csr', longer.slice(0, 7)), ...curve('ellpack', longer.slice(0, 7))]);
    const ten = runOf([...curve('csr', longer), ...curve('ellpack', longer.slice(0, 7))]);
    expect(judgementOf(fraga, 'not-alike', ten)).toEqual(judgementOf(fraga, 'not-alike', seven));
    expect(judgementOf(fraga, 'not-alike', ten).why).toContain('From two threads to 7');
  });

  it('is not judged by too few of them, and says what was recorded', () => {
    const notRun = [
      { leg: 'threads', matrix: 'cant', what: '13 combinations in f64', why: 'time was up', cut: 'points' as const },
    ];
    const few = runOf([...curve('csr', longer), ...curve('ellpack', longer.slice(0, 3))], { notRun });
    expect(judgementOf(fraga, 'not-alike', few)).toEqual({ verdict: 'not judged', why: 'threads: cant: time was up.' });
  });

  it('of growth compares the same ends', () => {
    const at = (backend: string, size: number, ms: number): StudyResult =>
      timedResult({ leg: 'spmv', matrix: `random-${size}`, backend, kernel: 'js/csr' }, ms);
    const both = [at('serial', 128, 1), at('serial', 1024, 64), at('threads', 128, 1), at('threads', 1024, 50)];
    const verdict = judgementOf(gunja, 'sequential-grows', runOf(both));
    expect(verdict.why).toContain('From 128 to 1024');
    expect(judgementOf(gunja, 'sequential-grows', runOf([...both, at('serial', 16_384, 1e4)]))).toEqual(verdict);
  });

  it('of growth has one kernel at both ends: SIMD of a small size is nothing to a loop of a large one', () => {
    const at = (backend: string, kernel: string, size: number, ms: number): StudyResult =>
      timedResult({ leg: 'spmv', matrix: `random-${size}`, backend, kernel }, ms);
    const ends = (backend: string, kernel: string, first: number, last: number, size = 32_768) => [
      at(backend, kernel, 128, first),
      at(backend, kernel, size, last),
    ];
    const run = runOf([
      ...ends('serial', 'js/csr', 1, 300),
      ...ends('threads', 'js/csr', 1, 9),
      ...ends('cuda', 'cuda/csr-shared', 1, 2),
      ...ends('serial', 'wasm/csr-simd', 0.01, 1, 8192),
      ...ends('threads', 'wasm/csr-simd', 0.01, 0.02, 8192),
    ]);
    expect(judgementOf(gunja, 'sequential-grows', run).why).toMatch(
      /From 128 to 8192, sequential, SIMD 100×.*From 128 to 32768, sequential 300×, CUDA/u,
    );
    const density = [0.001, 0.1].flatMap((share, k) => {
      const matrix = share === 0.1 ? 'random-32768' : 'random-32768-0.001';
      const leg = share === 0.1 ? 'spmv' : 'density';
      return [
        timedResult({ leg, matrix, backend: 'threads', kernel: 'js/csr' }, 1 + k),
        timedResult({ leg, matrix, backend: 'threads', kernel: 'wasm/csr-simd' }, k === 0 ? 0.01 : 9),
        timedResult({ leg, matrix, backend: 'cuda', kernel: 'cuda/csr-shared' }, 1),
      ];
    });
    expect(judgementOf(gunja, 'density', runOf(density)).why).toContain('threads 2.00×');
  });

  it('compares a kernel with itself: SIMD with threads is nothing to a loop without', () => {
    const at = (backend: string, kernel: string, ms: number): StudyResult =>
      timedResult({ leg: 'spmv', matrix: 'random-128', backend, kernel }, ms);
    const why = (...results: readonly StudyResult[]): string => judgementOf(gunja, 'small', runOf(results)).why;
    expect(why(at('serial', 'js/csr', 1), at('threads', 'wasm/csr-simd', 1))).not.toContain('cases');
    expect(why(at('serial', 'js/csr', 1), at('threads', 'js/csr', 1))).toMatch(/^Of 6 cases 1 was run: 1 true/);
  });

  it('of teams leaves one thread out, which is the loop in a worker', () => {
    const cage4 = (format: string, times: readonly number[]) => curve(format, times, 'cage4');
    // Of his 2 to 16 the last is the fastest, though one alone is faster still.
    const [rising, falling] = [
      [0.1, 8, 7, 6, 5],
      [9, 1, 2, 3, 4],
    ];
    const of = (times: readonly number[]) => runOf([...cage4('csr', times), ...cage4('ellpack', times)]);
    expect(judgementOf(fraga, 'small', of(rising)).verdict).toBe('does not hold');
    expect(judgementOf(fraga, 'small', of(falling))).toMatchObject({ verdict: 'holds' });
    expect(judgementOf(fraga, 'small', runOf(cage4('csr', falling))).verdict).toBe('not judged');
    const gpu = ['cuda-shared', 'cuda-ellpack'].map((leg) => timedResult({ leg, matrix: 'cage4' }, 1));
    const run = runOf([...of(rising).results, ...gpu]);
    expect(judgementOf(fraga, 'gpu-csr', run).why).toContain('1 true');
    expect(judgementOf(fraga, 'gpu-ellpack', run).why).toContain('1 true');
  });

  it('says what of it is judged in part alone', () => {
    const webbase = { ...madeMatrix('webbase-1M', 1000), max: 4700 };
    const verdict = judgementOf(fraga, 'ellpack-overhead', { ...EMPTY, matrices: [webbase] });
    expect(verdict).toMatchObject({ verdict: 'holds', why: expect.stringContaining('In part: By counting alone') });
  });

  it('is too noisy to tell where its interval leaves it open, and 1.01 times is no speed-up', () => {
    const of = (fast: number, percent: number): string => {
      const results = [
        ['cuda-scalar', 1],
        ['cuda-shared', fast],
      ].map(([leg, ms]) => noisy(timedResult({ leg: String(leg), matrix: 'cant' }, Number(ms)), percent));
      return judgementOf(fraga, 'vector', ofEach(runOf(results), MATRICES)).verdict;
    };
    expect([of(0.5, 1), of(0.5, 97), of(2, 97), of(2, 1), of(1 / 1.01, 0.1)]).toEqual([
      'holds',
      'too noisy to tell',
      'too noisy to tell',
      'does not hold',
      'does not hold',
    ]);
  });

  it('says what each of its cases is against', () => {
    const of = (kernel: string, ms: number) => timedResult({ ...TEXTURE, matrix: 'qh1484', kernel }, ms);
    const run = runOf([of('cuda/csr-scalar', 2), of('cuda/csr-vector', 1), of('cuda/csr-padded', 1)]);
    expect(judgementOf(vazquez, 'vector-over-crs', ofEach(run, OF_TABLE_I)).why).toMatch(
      /qh1484: CRS\(vector\) over CRS.*qh1484: SpMV4GPU over CRS/,
    );
  });

  it('about dc1 alone compares with the bytes of dc1, and is not judged where the plan here refuses others alike', () => {
    const four = ['webbase-1M', 'cage4', 'ML_Laplace', 'cant'].map((name) => madeMatrix(name, 1000));
    const of = (rows: number): string =>
      judgementOf(fraga, 'only-dc1', {
        ...EMPTY,
        matrices: [{ ...madeMatrix('webbase-1M', rows), max: 4700 }, ...four.slice(1)],
      }).verdict;
    // 2^31 places are refused here, and webbase-1M has 4.7e9.
    expect([of(456_000), of(1_000_005)]).toEqual(['holds', 'not judged']);
    expect(judgementOf(fraga, 'only-dc1', { ...EMPTY, matrices: four.slice(1) }).verdict).toBe('not judged');
  });

  it('of a bandwidth counts what is read and no padding, and holds between 57 and 80 % alone', () => {
    const runAt = (ms: number, l2Bytes = 0): StudyRun => {
      const names = ['mac_econ', 'mc2depi', 'cop20k_A', 'shipssec1', 'pwtk'];
      const { machine } = madeRun(vazquez);
      const point = {
        leg: 'ellr-t',
        backend: 'cuda',
        format: 'ellpack-r',
        precision: 'f32',
        kernelParams: { threadsPerRow: 1 },
      } as const;
      return {
        ...EMPTY,
        machine: {
          ...machine,
          devices: machine.devices.map((one) => ({ ...one, details: { ...one.details, l2Bytes } })),
        },
        matrices: names.map((name) => madeMatrix(name, 1_000_000)),
        // 52 MB are read, whatever is stored.
        results: names.map((matrix) => timedResult({ ...point, matrix, gbPerSecond: 1e6 }, ms)),
      };
    };
    const of = (ms: number, l2Bytes = 0): string => judgementOf(vazquez, 'bandwidth', runAt(ms, l2Bytes)).verdict;
    // Of 1000 GB/s that the made-up device says: 65, 104 and 40 %; 81 % may be 80.
    expect([of(0.08), of(0.05), of(0.13), of(0.0645)]).toEqual([
      'holds',
      'does not hold',
      'does not hold',
      'too noisy to tell',
    ]);
    // Table I has 38 and 70 GB/s of two as large: its sentence is false by itself, whatever ran.
    for (const ms of [0.08, 0.05])
      expect(judgementOf(vazquez, 'bandwidth', runAt(ms)).why).toMatch(
        /By the paper's own numbers it is true of 3 of 5 at the most, all needed: mac_econ 38 GB\/s, cop20k_A 70 GB\/s\.$/,
      );
    // What fits into the cache says nothing, and it is said wherever such bandwidths are drawn.
    expect(of(0.05, 60_000_000)).toBe('not judged');
    const noted = (l2Bytes: number): readonly string[] =>
      drawnExhibits(vazquez, runAt(0.05, l2Bytes)).flatMap(({ exhibit, blocks }) =>
        JSON.stringify(blocks).includes('mac_econ, mc2depi, cop20k_A, shipssec1, pwtk fits into the cache of 60.0 MB')
          ? [exhibit.id]
          : [],
      );
    expect([noted(60_000_000), noted(0)]).toEqual([['table-1', 'bandwidth'], []]);
  });

  it('tells what speaks against it first, and how many threads it takes', () => {
    const [csr, shared] = ['cuda/csr-scalar', 'cuda/csr-warp-shared'];
    const at = (matrix: string, leg: string, kernel: string, ms: number) =>
      timedResult({ leg, matrix, backend: 'cuda', kernel }, ms);
    const results = ['cant', 'dc1', 'webbase-1M', 'ML_Laplace', 'cage4'].flatMap((matrix, m) => [
      at(matrix, 'cuda-scalar', csr, 2),
      at(matrix, 'cuda-shared', shared, m === 4 ? 3 : 1),
    ]);
    const matrices = results.map(({ matrix }) => madeMatrix(matrix, 100));
    const { verdict, why } = judgementOf(fraga, 'vector', { ...EMPTY, matrices, results });
    expect([verdict, why.split(', ')[1]]).toEqual(['holds', 'most needed: cage4 0.67× (0.65 to 0.68)']);
    const two = { ...EMPTY, machine: { ...EMPTY.machine, cores: 2 } };
    expect(judgementOf(fraga, 'more-than-8', two).why).toBe('This machine runs 2 threads at a time; it takes 9.');
  });

  it('that the GPU is faster everywhere is of her kernel', () => {
    const at = (backend: string, kernel: string, ms: number) =>
      timedResult({ leg: 'spmv', matrix: 'random-128', backend, kernel }, ms);
    const cpu = [at('serial', 'js/csr', 2), at('threads', 'js/csr', 2), at('cuda', 'cuda/csr-vector', 1)];
    expect(judgementOf(gunja, 'gpu-everywhere', runOf([...cpu, at('cuda', 'cuda/csr-shared', 4)])).verdict).toBe(
      'does not hold',
    );
  });
});

describe('what is partial', () => {
  const cut = {
    leg: 'ellr-t',
    matrix: 'wbp256',
    what: '11 combinations in f32',
    why: 'the time budget was used up',
    cut: 'points',
  } as const;
  const point = timedResult(
    {
      leg: 'ellr-t',
      matrix: 'wbp256',
      backend: 'cuda',
      kernel: 'cuda/ellr-t',
      kernelParams: { threadsPerRow: 1, blockSize: 128 },
    },
    1,
  );
  const run = runOf([point], { notRun: [cut] });

  it('says so in its title, with what is lacking', () => {
    const section = studyReport(vazquez, run).sections.find(({ id }) => id === 'twelve-points');
    expect(section?.title).toMatch(/\(partial\)$/);
    expect(section?.blocks[0]).toMatchObject({
      text: 'Not all of it is here. ellr-t on wbp256: the time budget was used up.',
    });
    const fewer = {
      ...run,
      notRun: [
        { ...cut, cut: 'samples' as const },
        { ...cut, leg: 'webgpu-ellr-t', standsIn: true },
      ],
    };
    expect(drawnExhibits(vazquez, fewer).find(({ exhibit }) => exhibit.id === 'twelve-points')?.partial).toBeNull();
  });

  it('is the best of no sweep', () => {
    const others = ['csr-scalar', 'csr-vector', 'csr-padded', 'ellpack', 'hyb'].map((kernel) =>
      timedResult({ ...TEXTURE, matrix: 'wbp256', kernel: `cuda/${kernel}` }, 0.5),
    );
    const of = { ...run, results: [point, ...others] };
    expect(judgementOf(vazquez, 'ellr-t-best', of).verdict).toBe('not judged');
    expect(judgementOf(vazquez, 'ellr-t-best', { ...of, notRun: [] }).verdict).toBe('does not hold');
  });
});
