import type { ReportBlock, Chart } from '@spmv/report';
import { describe, expect, it } from 'vitest';
import { fraga } from '../src/fraga/fraga.ts';
import type { StudyRun } from '../src/index.ts';
import { MATRICES } from '../src/fraga/legs.ts';
import { EMPTY, judgementOf, madeMatrix, madeRun, ofEach, timedResult } from './helpers/made-run.ts';

function drawn(id: string, run: StudyRun): readonly ReportBlock[] {
  return fraga.exhibits.find((exhibit) => exhibit.id === id)?.draw(run) ?? [];
}

function chart(id: string, run: StudyRun): Chart {
  const [found] = drawn(id, run).flatMap((block) => (block.kind === 'chart' ? [block.chart] : []));
  if (!found) throw new Error(`${id} has no chart`);
  return found;
}

const run: StudyRun = {
  ...EMPTY,
  matrices: [madeMatrix('cage4', 16), madeMatrix('cant', 1600)],
  results: [
    timedResult({ leg: 'serial', matrix: 'cant' }, 8),
    timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 1 } }, 1),
    timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 4 } }, 4),
    timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 2 } }, 5),
    timedResult({ leg: 'cuda-scalar', matrix: 'cant', kernel: 'cuda/csr-scalar' }, 2),
    timedResult({ leg: 'cuda-vector', matrix: 'cant', kernel: 'cuda/csr-vector' }, 0.5),
  ],
};

describe('figures of Fraga', () => {
  it('figure 3 goes along threads, in rates with their intervals', () => {
    const line = chart('figure-3', run);
    expect(line).toMatchObject({ kind: 'line', x: { label: 'threads' }, y: { unit: 'GFLOP/s' } });
    expect(line).toMatchObject({
      series: [
        {
          name: 'csr',
          points: [
            { x: 1, y: 100 },
            { x: 2, y: 20 },
            { x: 4, y: 25, low: 100 / 4 / 1.01, high: 100 / 4 / 0.99 },
          ],
        },
      ],
    });
  });

  it('figure 6 is of the fastest team of two and more, against the sequential loop', () => {
    expect(chart('figure-6', run)).toMatchObject({
      kind: 'bar',
      categories: ['cant'],
      line: { at: 1 },
      series: [{ name: 'csr', values: [2] }],
    });
  });

  it('figure 7 has every method that was timed', () => {
    expect(chart('figure-7', run)).toMatchObject({
      series: [
        { name: 'sequential', values: [100 / 8] },
        { name: 'threads, the fastest', values: [100 / 4] },
        { name: 'CUDA scalar', values: [50] },
        { name: 'CUDA vector, by shuffles', values: [200] },
      ],
    });
    const all = chart('figure-7', madeRun(fraga));
    expect(all.kind === 'bar' && all.series.length).toBe(7);
  });

  it('Table 1 has the nine names in print', () => {
    const [table] = drawn('table-1', EMPTY);
    expect(table?.kind === 'table' && table.rows.map(([, printed]) => printed)).toEqual(
      'm n A x b FLOPS nz maxnz T'.split(' '),
    );
  });

  it('the arrays of the example are computed, and 11 stays where it was printed', () => {
    const [table] = drawn('example', EMPTY);
    expect(table).toMatchObject({
      columns: [{}, { group: 'paper' }, { group: 'here' }],
      rows: expect.arrayContaining([['irp, where rows start', '0 2 4 6 8 11', '0 2 4 6 8 10']]),
    });
  });

  it('the load of threads comes from the rows, and from workers where they were measured', () => {
    const skewed = { ...madeMatrix('cant', 16), sixteenths: [40, ...Array.from({ length: 15 }, () => 2)], nnz: 70 };
    const [table] = drawn('figure-1', { ...run, matrices: [skewed] });
    expect(table?.kind === 'table' && table.rows).toEqual([['cant', 108 / 70, 184 / 70, 336 / 70, 640 / 70]]);
    const workers = [
      { busyMs: 3, waitMs: 1 },
      { busyMs: 1, waitMs: 3 },
    ];
    const measured = timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 2 }, workers }, 4);
    expect(chart('figure-1', { ...run, results: [measured] })).toMatchObject({
      series: [
        { name: 'busy', values: [3, 1] },
        { name: 'waiting', values: [1, 3] },
      ],
    });
  });
});

describe('claims of Fraga', () => {
  const verdictOf = (id: string, of: StudyRun): string | undefined => judgementOf(fraga, id, of).verdict;
  const dc1 = timedResult({ leg: 'dc1-plan', matrix: 'dc1-rows', format: 'ellpack', kernel: 'js/ellpack' }, 1);
  const refused = {
    ...dc1,
    status: 'refused',
    medianMs: null,
    storageBytes: 114_190 * 116_835 * 12,
    reason: 'too large',
  };

  it('160 GB of dc1 are counted; that they do not fit is not judged by a limit of this project', () => {
    expect(judgementOf(fraga, 'dc1', { ...EMPTY, results: [refused] })).toMatchObject({
      verdict: 'not judged',
      why: expect.stringMatching(/^Of 2 cases 1 counts: 1 true, .* 160 GB are less than the 256 GB of his machine\.$/),
    });
    expect(verdictOf('dc1', { ...EMPTY, results: [{ ...refused, storageBytes: 1e9 }] })).toBe('does not hold');
    expect(verdictOf('dc1', EMPTY)).toBe('not judged');
    // What was planned, padded or not: 8 of every 12 bytes are values.
    const [table] = drawn('dc1', { ...EMPTY, results: [{ ...refused, storageBytes: 120e9 }] });
    expect(table?.kind === 'table' && table.rows.slice(2).map((row) => row[3])).toEqual([80, 120]);
  });

  it('a warp a row is better on most matrices or it is not', () => {
    const ofCant = (ms: number): StudyRun => {
      const vector = timedResult({ leg: 'cuda-shared', matrix: 'cant', kernel: 'cuda/csr-warp-shared' }, ms);
      return { ...run, matrices: run.matrices.slice(1), results: [...run.results.slice(0, 5), vector] };
    };
    const [faster, slower] = [ofCant(0.5), ofCant(9)];
    expect([verdictOf('vector', ofEach(faster, MATRICES)), verdictOf('vector', ofEach(slower, MATRICES))]).toEqual([
      'holds',
      'does not hold',
    ]);
    expect([verdictOf('vector', ofEach(faster, MATRICES.slice(3))), verdictOf('vector', faster)]).toEqual([
      'not judged',
      'not judged',
    ]);
    // Of the one matrix that has no row of a warp and more: dc1 has one of 114 190 entries, whatever its mean.
    expect([slower, faster].map((one) => verdictOf('idle-threads', ofEach(one, MATRICES)))).toEqual([
      'holds',
      'does not hold',
    ]);
    const apart = ofEach(slower, ['cage4']).results.concat(ofEach(faster, MATRICES.slice(1)).results);
    expect(verdictOf('idle-threads', { ...ofEach(slower, MATRICES), results: apart })).toBe('holds');
  });

  it('CSR needs less memory on each of his matrices, dc1 counted once', () => {
    const of = (max: number) =>
      ['dc1', 'dc1-rows', ...MATRICES.slice(0, 3)].map((name) => ({ ...madeMatrix(name, 1000), max }));
    expect(judgementOf(fraga, 'memory', { ...EMPTY, matrices: of(6) }).why).toMatch(/^Of 5 cases 4 were run/);
    expect(
      verdictOf('memory', { ...EMPTY, matrices: MATRICES.map((name) => ({ ...madeMatrix(name, 1000), max: 6 })) }),
    ).toBe('holds');
    // Rows of one length: no place is padding, and CSR has where rows begin besides.
    expect(verdictOf('memory', { ...EMPTY, matrices: of(5) })).toBe('does not hold');
  });

  it('more than eightfold is not judged where there are no nine threads', () => {
    expect(verdictOf('more-than-8', { ...run, machine: { ...run.machine, cores: 2 } })).toBe('not judged');
    const at = (teamMs: number, names: readonly string[]): StudyRun => {
      const cant = ['csr', 'ellpack'].flatMap((format) => [
        timedResult({ leg: 'serial', matrix: 'cant', format }, 8),
        timedResult({ leg: 'threads', matrix: 'cant', format, launchParams: { threads: 16 } }, teamMs),
      ]);
      const own = { ...run, matrices: run.matrices.slice(1), machine: { ...run.machine, cores: 32 }, results: cant };
      return ofEach(own, names);
    };
    expect([verdictOf('more-than-8', at(0.9, ['cant'])), verdictOf('more-than-8', at(4, ['cant']))]).toEqual([
      'holds',
      'not judged',
    ]);
    expect(verdictOf('more-than-8', at(4, MATRICES))).toBe('does not hold');
  });
});
