import type { ReportBlock } from '@spmv/report';
import { renderReport } from '@spmv/report';
import { describe, expect, it } from 'vitest';
import { cristofori } from '../src/cristofori/cristofori.ts';
import { MATRICES, PRINTED } from '../src/cristofori/printed-tables.ts';
import type { StudyRun } from '../src/index.ts';
import { studyReport } from '../src/index.ts';
import { EMPTY, judgementOf, madeMatrix, ofEach, timedResult } from './helpers/made-run.ts';

function drawn(id: string, run: StudyRun): readonly ReportBlock[] {
  return cristofori.exhibits.find((exhibit) => exhibit.id === id)?.draw(run) ?? [];
}

const run: StudyRun = {
  ...EMPTY,
  matrices: [madeMatrix('cant', 1600)],
  results: [
    timedResult({ leg: 'serial', matrix: 'cant' }, 8),
    timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 4 } }, 4),
    timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 2 } }, 5),
    timedResult({ leg: 'threads', matrix: 'cant', format: 'ellpack', launchParams: { threads: 4 } }, 16),
    timedResult({ leg: 'cuda-grid', matrix: 'cant', kernelParams: { blockSize: 128 } }, 1),
    timedResult({ leg: 'cuda-grid', matrix: 'cant', kernelParams: { blockSize: 256 } }, 2),
    timedResult({ leg: 'cuda-ellpack', matrix: 'cant', format: 'ellpack-r', kernelParams: { blockSize: 512 } }, 0.25),
  ],
};

describe('the printed tables', () => {
  it('have the 30 matrices', () => {
    expect(MATRICES).toHaveLength(30);
    expect(PRINTED.get('af_1_k101')).toEqual({
      speedupCpu: { csr: 10.17, ellpack: 9.15 },
      speedupGpu: { csr: 69.18, ellpack: 117.62 },
      gflopsCpu: { csr: 4.99, ellpack: 4.49 },
      gflopsGpu: { csr: 33.41, ellpack: 56.8 },
    });
  });

  it('agree with one another: tables 2 and 4 give one serial rate in both formats', () => {
    for (const [name, { speedupGpu, gflopsGpu }] of PRINTED) {
      const rates = (['csr', 'ellpack'] as const).flatMap((format) => {
        const [speedup, gflops] = [speedupGpu[format], gflopsGpu[format]];
        // What rounding to two digits leaves of small numbers says nothing.
        return speedup !== null && gflops !== null && speedup > 1 && gflops > 1 ? [gflops / speedup] : [];
      });
      if (rates.length === 2)
        expect([name, (rates[0] as number) / (rates[1] as number)]).toEqual([name, expect.closeTo(1, 2)]);
    }
  });

  it('give more than one serial rate in the rows that the errata name', () => {
    const apart = [...PRINTED].flatMap(([name, { speedupCpu, speedupGpu, gflopsCpu, gflopsGpu }]) => {
      const pairs = [
        [gflopsCpu, speedupCpu],
        [gflopsGpu, speedupGpu],
      ] as const;
      // What rounding to two digits leaves: the ends that a rate can have.
      const ends = pairs.flatMap(([rates, speedups]) =>
        (['csr', 'ellpack'] as const).flatMap((format) => {
          const [rate, speedup] = [rates[format], speedups[format]];
          return rate === null || speedup === null || speedup < 0.1
            ? []
            : [{ low: (rate - 0.005) / (speedup + 0.005), high: (rate + 0.005) / (speedup - 0.005) }];
        }),
      );
      const ratio = Math.max(...ends.map(({ low }) => low)) / Math.min(...ends.map(({ high }) => high));
      return ratio > 1 ? [{ name, ratio }] : [];
    });
    expect(apart).toHaveLength(28);
    const text = cristofori.errata.find(({ where }) => where === 'Tables 1 to 4')?.printed ?? '';
    for (const { name, ratio } of apart) {
      // Named in a row of its own.
      if (name === 'thermal1') continue;
      expect([name, text.includes(name)]).toEqual([name, ratio > 1.2]);
    }
  });

  it('have the row of lung2 for thermal1 in table 3, as the errata say', () => {
    expect(PRINTED.get('thermal1')?.gflopsCpu).toEqual(PRINTED.get('lung2')?.gflopsCpu);
  });
});

describe('tables and figures of Cristofori', () => {
  it.each([
    ['table-1', [8.62, 7.81, 2, 0.5]],
    ['table-2', [88.96, 91.34, 8, 32]],
    ['table-3', [3.77, 2.97, 25, 6.25]],
    ['table-4', [41.89, 43.01, 100, 400]],
  ])('%s has the paper in its columns and ours in ours', (id, numbers) => {
    const [table] = drawn(id, run);
    expect(table).toMatchObject({
      columns: [
        {},
        { label: 'CSR', group: 'paper' },
        { label: 'ELLPACK', group: 'paper' },
        { label: 'CSR', group: 'here' },
        { label: 'ELLPACK', group: 'here' },
      ],
    });
    const row = table?.kind === 'table' ? table.rows.find(([name]) => name === 'cant') : undefined;
    expect(row).toEqual(['cant', ...numbers]);
    expect(table?.kind === 'table' && table.rows.find(([name]) => name === 'cage4')?.slice(3)).toEqual([null, null]);
  });

  it('a table of what was not run has the printed numbers all the same', () => {
    const section = studyReport(cristofori, EMPTY).sections.find(({ id }) => id === 'table-2');
    const table = section?.blocks.find((block) => block.kind === 'table');
    expect(section?.blocks[0]).toMatchObject({ kind: 'text', tone: 'note' });
    expect(table?.kind === 'table' && table.rows.find(([name]) => name === 'cant')).toEqual([
      'cant',
      88.96,
      91.34,
      null,
      null,
    ]);
  });

  it('a printed number has the zeros that it has in print', () => {
    const html = renderReport(studyReport(cristofori, EMPTY));
    for (const [name, printed] of [
      ['amazon0302', ['8.71', '8.70']],
      ['cage4', ['0.00', '0.00']],
      ['thermomech_TK', ['7.46', '5.80']],
    ] as const)
      expect(html).toContain(`<tr><th scope=row>${name}</th>${printed.map((text) => `<td class=n>${text}`).join('')}`);
  });

  it('figure 5 goes along block sizes', () => {
    expect(drawn('figure-5', run)).toMatchObject([
      {
        chart: {
          kind: 'line',
          x: { label: 'threads of a block' },
          y: { unit: 'GFLOP/s' },
          series: [
            {
              name: 'cant',
              points: [
                { x: 128, y: 100 },
                { x: 256, y: 50 },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('figures 7, 9 and 11 have a bar of each team, block and device', () => {
    const seriesOf = (id: string): readonly (readonly [string, readonly (number | null)[]])[] =>
      drawn(id, run).flatMap((block) =>
        block.kind === 'chart' && block.chart.kind === 'bar'
          ? block.chart.series.map(({ name, values }) => [name, values] as const)
          : [],
      );
    expect(seriesOf('figure-7')).toEqual([
      ['4 threads', [2]],
      ['the fastest of two and more', [2]],
    ]);
    expect(seriesOf('figure-9')).toEqual([
      ['blocks of 128', [8]],
      ['blocks of 256', [4]],
    ]);
    expect(seriesOf('figure-11')).toEqual([['GPU over CPU', [4]]]);
    expect(seriesOf('figure-12')).toEqual([['GPU over CPU', [64]]]);
    // One thread is the serial loop in a worker.
    const one = timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 1 } }, 0.5);
    const series = (own: StudyRun) => ['table-1', 'table-3', 'figure-11'].map((id) => drawn(id, own));
    expect(series({ ...run, results: [...run.results, one] })).toEqual(series(run));
  });

  it('CSR on the GPU is his kernel, whatever another one takes', () => {
    const warp = { ...timedResult({ leg: 'cuda-csr', matrix: 'cant', kernel: 'cuda/csr-vector' }, 0.01) };
    const both = { ...run, results: [...run.results, warp] };
    expect(drawn('table-4', both)).toEqual(drawn('table-4', run));
    expect(judgementOf(cristofori, 'ellpack-on-gpu', ofEach(both, MATRICES)).verdict).toBe('holds');
  });
});

describe('claims of Cristofori', () => {
  const judge = (id: string, of: StudyRun) => judgementOf(cristofori, id, of);

  it('half of the peak is judged from the run and the peak of its device; that print contradicts it is said beside', () => {
    expect(judge('half-of-peak', EMPTY).verdict).toBe('not judged');
    const of = (peakGbPerSecond: number, names = MATRICES): StudyRun => ({
      ...ofEach(run, names),
      machine: {
        ...run.machine,
        devices: [{ backend: 'cuda', name: '', version: null, details: { peakGbPerSecond } }],
      },
    });
    // 100 and 400 GFLOP/s: half is no more than 55 %, either.
    expect(judge('half-of-peak', of(1200))).toEqual({
      verdict: 'does not hold',
      why: "true of 1 of 2, all needed: ellpack 200 % of 200 GFLOP/s over 28 matrices. By the paper's own numbers it is true of 0 of 2 at the most, all needed: csr 19 %, ellpack 33 %.",
    });
    const alike = { ...run, results: run.results.map((one) => ({ ...one, gflops: 100 })) };
    const half = { ...ofEach(alike, MATRICES), machine: of(1200).machine };
    expect(judge('half-of-peak', half).verdict).toBe('holds');
    expect(judge('half-of-peak', of(4000)).verdict).toBe('does not hold');
    // A cache that holds the matrix says nothing of the memory.
    const details = { peakGbPerSecond: 1200, l2Bytes: 2 ** 27 };
    const cached = { ...half.machine, devices: [{ backend: 'cuda', name: '', version: null, details }] };
    expect(judge('half-of-peak', { ...half, machine: cached })).toMatchObject({
      verdict: 'not judged',
      why: expect.stringContaining('In csr 30 of 30 matrices fit into the cache of 134 MB'),
    });
    // What was not run is named, also where nothing of a matrix was.
    const large = { leg: null, matrix: 'Cube_Coup_dt0', what: 'all of it', why: 'too large' };
    const without = {
      ...of(
        4000,
        MATRICES.filter((name) => name !== large.matrix),
      ),
      notRun: [large],
    };
    expect(judge('half-of-peak', without).why).toContain('Cube_Coup_dt0: too large');
    // What was left out may be what comes near the peak.
    expect(judge('half-of-peak', of(4000, MATRICES.slice(1))).verdict).toBe('not judged');
    expect(judge('half-of-peak', run).why).toMatch(/^The driver does not say the peak bandwidth\. By the paper's own/);
  });

  it('twenty threads are judged where there are more, and 20 were timed', () => {
    const of = (cores: number, ms: number): StudyRun => {
      const twenty = timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 20 } }, ms);
      const both = [
        twenty,
        { ...twenty, format: 'ellpack' },
        timedResult({ leg: 'threads', matrix: 'cant', format: 'ellpack', launchParams: { threads: 2 } }, 4),
      ];
      return {
        ...ofEach({ ...run, results: [...run.results, ...both] }, MATRICES),
        machine: { ...run.machine, cores },
      };
    };
    expect(judge('twenty-threads', of(2, 1)).verdict).toBe('not judged');
    expect(judge('twenty-threads', of(40, 9))).toMatchObject({
      verdict: 'does not hold',
      why: expect.stringContaining('af23560 csr best at 4'),
    });
    expect(judge('twenty-threads', of(40, 1)).verdict).toBe('holds');
    expect(judge('twenty-threads', of(40, 4.01)).verdict).toBe('too noisy to tell');
  });

  const block = (matrix: string, blockSize: number, ms: number, leg = 'cuda-grid', kernel = 'cuda/csr-warp-shared') =>
    timedResult({ leg, matrix, backend: 'cuda', kernel, kernelParams: { blockSize } }, ms);

  it('the grid is drawn of every matrix that some way of it ran on', () => {
    const only = { ...run, results: [block('cant', 128, 1, 'cuda-csr', 'cuda/csr-vector')] };
    expect(JSON.stringify(drawn('grid', only))).toContain('"categories":["cant"]');
  });

  it('the best block is one that no other is faster than: his differ little', () => {
    const matrices = MATRICES.map((name) => madeMatrix(name, 100));
    const both = (other: number) => MATRICES.flatMap((name) => [block(name, 128, 1), block(name, 256, other)]);
    const of = (other: number) => judge('smallest-block', { ...EMPTY, matrices, results: both(other) }).verdict;
    expect([of(0.98), of(0.9)]).toEqual(['holds', 'does not hold']);
  });

  it('both matrices of ELLPACK are needed', () => {
    const refused = { ...timedResult({ leg: 'threads', matrix: 'dc1', format: 'ellpack' }, 1), status: 'refused' };
    // A limit of the plan here is none of his programs.
    const both = [refused, { ...refused, matrix: 'webbase-1M' }];
    expect(judge('not-in-ellpack', { ...run, results: both })).toMatchObject({
      verdict: 'not judged',
      why: expect.stringContaining('a limit of its own'),
    });
    const ran = both.map((one) => ({ ...one, status: 'ok' }));
    expect(judge('not-in-ellpack', { ...run, results: ran }).verdict).toBe('does not hold');
  });

  it('matrices of medium size are to do best with 8 threads, large ones with 16', () => {
    const of = (nnz: number, best: number): StudyRun => ({
      ...EMPTY,
      machine: { ...run.machine, cores: 32 },
      matrices: MATRICES.map((name) => ({ ...madeMatrix(name, 1600), nnz })),
      results: MATRICES.flatMap((matrix) =>
        [4, 8, 16, 32].map((threads) =>
          timedResult({ leg: 'threads', matrix, launchParams: { threads } }, threads === best ? 1 : 2),
        ),
      ),
    });
    expect(
      [of(1e5, 8), of(1e5, 16), of(1e7, 16), of(1e7, 8), of(1e3, 4)].map(
        (one) => judge('few-threads-for-small', one).verdict,
      ),
    ).toEqual(['holds', 'does not hold', 'holds', 'does not hold', 'holds']);
  });

  it('blocks that differ by a factor of two matter', () => {
    expect(judge('blocks', run).verdict).toBe('does not hold');
    expect(judge('smallest-block', ofEach(run, MATRICES)).verdict).toBe('holds');
    expect(judge('gpu-beats-cpu', ofEach(run, MATRICES)).verdict).toBe('holds');
    // Of others the slower may be left.
    expect([judge('smallest-block', run).verdict, judge('gpu-beats-cpu', run).verdict]).toEqual([
      'not judged',
      'not judged',
    ]);
  });
});
