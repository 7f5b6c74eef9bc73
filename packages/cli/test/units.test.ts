import { inflateSync } from 'node:zlib';
import { cooFromEntries } from '@spmv/core';
import { describe, expect, it, vi } from 'vitest';
import { complementaryError, mannWhitney } from '../src/engine/mann-whitney.ts';
import { randomVector } from '../src/engine/random.ts';
import { orderStatisticRank, sampleStatistics } from '../src/engine/sample-statistics.ts';
import { selectedPoints } from '../src/engine/selection.ts';
import { EXIT, worstExit } from '../src/exit-codes.ts';
import { toCsv } from '../src/output/csv.ts';
import { toJson } from '../src/output/json.ts';
import { formatMs, grouped, significant } from '../src/output/numbers.ts';
import { spyPng } from '../src/output/spy.ts';
import { renderTable } from '../src/output/table.ts';
import { createTerminal } from '../src/output/terminal.ts';

describe('statistics of samples', () => {
  it('leaves out as many samples at each end as the binomial distribution allows', () => {
    // Tables of the 95 % interval of a median by order statistics: n = 6 → 1, 20 → 6, 25 → 8, 100 → 40.
    expect([5, 6, 20, 25, 100].map(orderStatisticRank)).toEqual([0, 1, 6, 8, 40]);
  });

  it('gives median, spread and interval', () => {
    const { median, mean, min, mad, low, high } = sampleStatistics([9, 1, 3, 2, 100, 4, 5, 6, 7, 8]);
    expect({ median, mean, min, mad, low, high }).toEqual({
      median: 5.5,
      mean: 14.5,
      min: 1,
      mad: 2.5,
      low: 2,
      high: 9,
    });
  });

  it('tells distributions apart, and not noise', () => {
    const a = Array.from({ length: 30 }, (_, k) => 10 + ((k * 7) % 11));
    expect(mannWhitney(a, a)).toBeGreaterThan(0.99);
    expect(
      mannWhitney(
        a,
        a.map((value) => value + 8),
      ),
    ).toBeLessThan(1e-4);
    expect(mannWhitney([1, 1, 1], [1, 1, 1])).toBe(1);
    expect(complementaryError(1)).toBeCloseTo(0.157299207, 6);
  });
});

describe('output', () => {
  it('aligns tables, leaves empty columns out and does not count colours', () => {
    const rows = [
      { a: '\u001b[32mx\u001b[39m', b: '1' },
      { a: 'long', b: '20' },
    ];
    expect(
      renderTable(
        [
          { header: 'A', cell: ({ a }) => a },
          { header: 'none', cell: () => '' },
          { header: 'B', align: 'right', cell: ({ b }) => b },
        ],
        rows,
        { width: 80 },
      ),
    ).toBe('A      B\n\u001b[32mx\u001b[39m      1\nlong  20');
  });

  it('writes JSON without NaN and CSV with quotes', () => {
    expect(JSON.parse(toJson({ a: [Number.NaN, 1], b: { c: Infinity }, d: undefined, e: [] }))).toEqual({
      a: [null, 1],
      b: { c: null },
      e: [],
    });
    expect(toCsv(['a', 'b'], [{ a: 'x "y", z', b: null }])).toBe('a,b\r\n"x ""y"", z",\r\n');
  });

  it('formats numbers for people', () => {
    expect([0.00005, 0.25, 12.345, 99.96, 1234.5, 0, 1e7].map((value) => significant(value))).toEqual([
      '5.00e-5',
      '0.250',
      '12.3',
      '100.0',
      '1235',
      '0',
      '1.00e+7',
    ]);
    expect([0.0005, 0.5, 1500].map((value) => formatMs(value))).toEqual(['0.500 µs', '0.500 ms', '1.50 s']);
    expect(grouped(2684606)).toBe('2 684 606');
  });

  it('draws the pattern', () => {
    const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 1], colIndex: [0, 2], values: [1, 1] });
    const png = spyPng(coo);
    const view = new DataView(png.buffer);
    const [width, height] = [view.getUint32(16), view.getUint32(20)];
    expect(width / height).toBeCloseTo(1.5, 1);
    const lines = inflateSync(png.subarray(41, 41 + view.getUint32(33)));
    const at = (x: number, y: number): number =>
      lines[Math.floor(y * height) * (width + 1) + 1 + Math.floor(x * width)] as number;
    expect([at(1 / 6, 0.25), at(0.5, 0.25), at(5 / 6, 0.75), at(1 / 6, 0.75)]).toEqual([0, 255, 0, 255]);
    expect([at(0, 0), at(0.999, 0.999)]).toEqual([128, 128]);
  });
});

describe('engine', () => {
  const space = {
    axes: { T: { values: [1, 2, 4], default: 2, doc: '' }, B: { values: [32, 64], default: 32, doc: '' } },
    reject: ({ T }: { T: number }) => (T === 4 ? 'too many' : undefined),
  };
  const points = (selection: Parameters<typeof selectedPoints>[3]) =>
    selectedPoints(space, undefined, 'kernel', selection);

  it('selects default, given and all points, with reasons for what was asked for and is impossible', () => {
    expect(points({ params: {}, points: 'default' })).toEqual([{ params: { T: 2, B: 32 } }]);
    expect(points({ params: { T: ['1', '4', '9'], other: ['x'] }, points: 'default' })).toMatchObject([
      { params: { T: 1, B: 32 } },
      { params: { T: 4 }, refusal: { code: 'PARAM.REJECTED' } },
      { params: { T: 9 }, refusal: { code: 'PARAM.OUT_OF_RANGE' } },
    ]);
    expect(points({ params: { T: ['1', '4', '9'], B: ['64'] }, points: 'all' })).toMatchObject([
      { params: { T: 1, B: 64 } },
      { params: { T: 4, B: 64 }, refusal: { code: 'PARAM.REJECTED' } },
      { params: { T: 9, B: 64 }, refusal: { code: 'PARAM.OUT_OF_RANGE' } },
    ]);
  });

  it('tries no point that nobody asked for and that the space rejects, and none twice', () => {
    for (const points of ['covering', 'all'] as const) {
      const found = selectedPoints(space, undefined, 'kernel', { params: {}, points });
      expect(found.map(({ params: { T, B }, refusal }) => [T, B, refusal])).toEqual([
        [1, 32, undefined],
        [1, 64, undefined],
        [2, 32, undefined],
        [2, 64, undefined],
      ]);
    }
  });

  it('says why when a space has no possible point', () => {
    const none = { axes: space.axes, reject: () => 'not here' };
    expect(selectedPoints(none, undefined, 'kernel', { params: {}, points: 'all' })).toMatchObject([
      { refusal: { code: 'PARAM.REJECTED' } },
    ]);
  });

  it('finds the point where a value asked for is possible, whatever the default of the other axes', () => {
    const schedules = {
      axes: {
        schedule: { values: ['even', 'free'], default: 'even', doc: '' },
        chunk: { values: [0, 64], default: 0, doc: '' },
      },
      reject: ({ schedule, chunk }: { readonly schedule: string; readonly chunk: number }) =>
        chunk > 0 && schedule !== 'free' ? 'chunk is of free' : undefined,
    };
    expect(selectedPoints(schedules, undefined, 'backend', { params: { chunk: ['64'] }, points: 'covering' })).toEqual([
      { params: { schedule: 'free', chunk: 64 } },
    ]);
  });

  it('covers a large space by its default and corners', () => {
    const many = {
      axes: {
        a: { values: [1, 2, 3, 4, 5, 6, 7], default: 4, doc: '' },
        b: { values: [1, 2, 3, 4, 5, 6, 7], default: 3, doc: '' },
      },
    };
    const covered = (params: Readonly<Record<string, readonly string[]>>) =>
      selectedPoints(many, undefined, 'kernel', { params, points: 'covering' }).map(({ params: { a, b } }) => [a, b]);
    expect(covered({})).toEqual([
      [4, 3],
      [1, 1],
      [1, 7],
      [7, 1],
      [7, 7],
    ]);
    // Of an axis that was asked for, all the values that were.
    const values = ['1', '2', '3', '4', '5', '6'];
    expect(covered({ a: values })).toEqual([
      ...values.map((a) => [Number(a), 3]),
      ...values.flatMap((a) => [
        [Number(a), 1],
        [Number(a), 7],
      ]),
    ]);
  });

  it('makes the same x everywhere for one seed, in the range of the papers', () => {
    const x = randomVector(10_000, 42);
    expect(x).toEqual(randomVector(10_000, 42));
    expect(x.every((value) => value >= 0.1 && value < 3)).toBe(true);
    expect(x.reduce((sum, value) => sum + value, 0) / x.length).toBeCloseTo(1.55, 1);
  });

  it('lets the gravest exit code stand', () => {
    expect(worstExit([])).toBe(EXIT.ok);
    expect(worstExit([EXIT.unavailable, EXIT.failed, EXIT.invalid])).toBe(EXIT.invalid);
  });
});

describe('progress where standard error is no terminal', () => {
  it('is a line now and then, and none under --quiet', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const written: string[] = [];
      const log = { write: (text: string) => written.push(text) };
      const terminal = createTerminal(log, log, { quiet: false, color: false });
      const silent = createTerminal(log, log, { quiet: true, color: false });
      for (let seconds = 0; seconds < 25; seconds++) {
        terminal.progress(`at ${seconds} s`);
        silent.progress('never');
        vi.advanceTimersByTime(1000);
      }
      expect(written).toEqual(['at 10 s\n', 'at 20 s\n']);
    } finally {
      vi.useRealTimers();
    }
  });
});
