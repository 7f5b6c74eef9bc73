import type { BenchResult, CaseRun } from '@spmv/engine';
import { busyWords, loadWords, verdicts } from '@spmv/engine';
import { machineChecks } from '../src/documents/machine-checks.ts';
import { describe, expect, it } from 'vitest';
import { createProgress, timeLeft } from '../src/documents/progress.ts';
import { chosenColumns } from '../src/documents/result-columns.ts';
import { benchTable, validateTable } from '../src/documents/tables.ts';
import { renderTable } from '../src/output/table.ts';
import type { Terminal } from '../src/output/terminal.ts';
import { createTerminal } from '../src/output/terminal.ts';
import { visibleWidth, wrap } from '../src/output/wrap.ts';
import { timed } from './helpers/results.ts';

const WIDTHS = [80, 120, 200];

function terminalOf(width: number): Terminal {
  const nowhere = { write: () => true };
  return createTerminal(nowhere, nowhere, { color: false, quiet: true, width });
}

function widest(text: string): number {
  return Math.max(...text.split('\n').map(visibleWidth));
}

/** Two precisions of 38 combinations each: eight formats, the last of them slowest throughout. */
const MANY: readonly BenchResult[] = (['f64', 'f32'] as const).flatMap((precision) =>
  Array.from({ length: 38 }, (_, r): BenchResult => {
    const format = `format-${r % 8}`;
    const medianMs = 0.01 * (1 + (r % 8)) + 0.0001 * r;
    return {
      ...timed(format, `wasm/${format}-relaxed-simd`, medianMs, 1000, 1000 + r),
      backend: r % 2 === 0 ? 'serial' : 'threads',
      precision,
      launchParams: { threads: 1 + (r >> 3), rows: 'by-length' },
      gflops: 2e-4 / medianMs,
      speedup: 0.1 / medianMs,
      errorRatio: 0.01 * r,
    };
  }),
);

describe('the table of a bench', () => {
  it.each(WIDTHS)('fits %d columns, with ten rows that have the best of each format', (width) => {
    const text = benchTable(terminalOf(width), MANY);
    expect(widest(text)).toBeLessThanOrEqual(width);
    const rows = text.split('\n').filter((line) => /^f(?:64|32) /.test(line));
    expect(rows).toHaveLength(10);
    for (const precision of ['f64', 'f32'])
      for (let f = 0; f < 5; f++)
        expect(rows.filter((row) => row.startsWith(precision) && row.includes(`format-${f}`))).toHaveLength(1);
    expect(text).toContain('\n66 more: --all');
  });

  it.each(WIDTHS)('has every row with --all, and still fits %d columns', (width) => {
    const text = benchTable(terminalOf(width), MANY, { all: true });
    expect(widest(text)).toBeLessThanOrEqual(width);
    expect(text.match(/^f(?:64|32) /gm)).toHaveLength(76);
    expect(text).not.toContain('more: --all');
  });

  it('draws the fastest with the longest bar, and says units once, in the header', () => {
    const [header = '', ...rows] = benchTable(terminalOf(80), MANY).split('\n');
    expect(header).toMatch(/median µs/);
    const bars = rows.slice(0, 5).map((row) => /[█▉▊▋▌▍▎▏]+$/.exec(row)?.[0].length ?? 0);
    expect(bars).toEqual(bars.toSorted((a, b) => b - a));
    expect(bars[0]).toBeGreaterThan(2 * (bars[4] ?? 0));
    expect(rows[0]).not.toContain('µs');
  });

  it('has the columns and units asked for, and names them all where one is wrong', () => {
    const columns = chosenColumns(['kernel', 'median:ns', 'gbps'], 'bench') ?? [];
    const [header] = benchTable(terminalOf(80), MANY, { all: false, columns }).split('\n');
    expect(header?.split(/ {2,}/)).toEqual(['kernel', 'median ns', 'GB/s']);
    const all = benchTable(terminalOf(80), MANY, { all: false, columns: chosenColumns(['all'], 'bench') ?? [] });
    expect(all).toContain('\nNot shown for lack of width: ');
    expect(widest(all)).toBeLessThanOrEqual(80);
    expect(() => chosenColumns(['medain'], 'bench')).toThrow("no column 'medain'");
    expect(() => chosenColumns(['median:kB'], 'bench')).toThrow("not shown in 'kB'");
  });

  it.each(WIDTHS)('what did not run fits %d columns, too', (width) => {
    const refused = MANY.map((row): BenchResult => ({
      ...row,
      status: 'refused',
      reason: 'word '.repeat(60),
      fix: 'x',
    }));
    expect(widest(benchTable(terminalOf(width), refused))).toBeLessThanOrEqual(width);
  });
});

it.each(WIDTHS)('the table of a validation has the largest errors first and fits %d columns', (width) => {
  const text = validateTable(terminalOf(width), MANY);
  expect(widest(text)).toBeLessThanOrEqual(width);
  const [, first = ''] = text.split('\n');
  expect(first).toContain('0.370');
  expect(text).toContain('\n66 more: --all');
});

describe('a table', () => {
  const rows = [
    { id: 'an-identifier', text: 'several words that can be broken', number: '12.5' },
    { id: 'b', text: '', number: '7' },
  ];

  it('breaks what may be broken, leaves out what ranks lowest, and puts points below one another', () => {
    const columns = [
      { header: 'id', cell: ({ id }: (typeof rows)[0]) => id },
      { header: 'text', least: 10, cell: ({ text }: (typeof rows)[0]) => text },
      { header: 'number', align: 'point' as const, rank: 1, cell: ({ number }: (typeof rows)[0]) => number },
    ];
    expect(renderTable(columns, rows, { width: 60 }).split('\n')).toEqual([
      'id             text                              number',
      'an-identifier  several words that can be broken    12.5',
      'b                                                   7',
    ]);
    expect(renderTable(columns, rows, { width: 25 }).split('\n')).toEqual([
      'id             text',
      'an-identifier  several',
      '               words that',
      '               can be',
      '               broken',
      'b',
    ]);
  });

  it('is never wider than asked for, not even with names of wide characters', () => {
    const wide = [{ id: '行列'.repeat(20), text: 'x'.repeat(100), number: '1' }];
    const columns = [
      { header: 'id', cell: ({ id }: (typeof wide)[0]) => id },
      { header: 'text', cell: ({ text }: (typeof wide)[0]) => text },
    ];
    expect(widest(renderTable(columns, wide, { width: 40 }))).toBeLessThanOrEqual(40);
  });
});

it('text is broken between words, the first line keeps what stands in front of it', () => {
  expect(wrap('  name  some words here', 14, 4)).toBe('  name\n    some\n    words\n    here');
  expect(wrap('short', 14, 4)).toBe('short');
});

describe('how wide the terminal is', () => {
  const widthOf = (
    columns: number | undefined,
    options: { readonly width?: number },
    env: NodeJS.ProcessEnv,
  ): number => {
    const stream = { write: () => true, ...(columns === undefined ? {} : { isTTY: true, columns }) };
    return createTerminal(stream, stream, { color: false, quiet: true, ...options }, env).width;
  };
  it('is what --width says, what the terminal is, what COLUMNS says, or 80', () => {
    expect(widthOf(132, { width: 100 }, { COLUMNS: '90' })).toBe(100);
    expect(widthOf(132, {}, { COLUMNS: '90' })).toBe(132);
    expect(widthOf(undefined, {}, { COLUMNS: '90' })).toBe(90);
    expect(widthOf(undefined, {}, { COLUMNS: 'wide' })).toBe(80);
    expect(widthOf(undefined, {}, {})).toBe(80);
  });
});

describe('a busy machine', () => {
  const spreadOf = (percent: number): readonly BenchResult[] =>
    MANY.map((row) => ({ ...row, madMs: (percent / 100) * (row.medianMs ?? 0) }));

  it('shows in the spread of the samples; a load that disturbed nothing does not count', () => {
    expect(busyWords({ load: 0.1, cores: 8 }, spreadOf(1))).toBeUndefined();
    expect(busyWords({ load: 30, cores: 8 }, spreadOf(1))).toBeUndefined();
    expect(busyWords({ load: 30, cores: 8 }, spreadOf(23))).toContain(
      'load 30.0 on 8 cores, samples of 76 in 76 spread',
    );
    const some = [...spreadOf(1).slice(10), ...spreadOf(23).slice(0, 10)];
    expect(busyWords({ load: 0.1, cores: 8 }, some)).toBeUndefined();
    expect(busyWords({ load: 6, cores: 8 }, some)).toBeDefined();
  });

  it('a load of half the cores is told before the work and by `doctor`', () => {
    expect(loadWords({ load: 0.9, cores: 2 })).toBeUndefined();
    expect(loadWords({ load: null, cores: 2 })).toBeUndefined();
    expect(loadWords({ load: 1, cores: 2 })).toBe('its load was 1.0 on 2 cores before it began');
    const rowOf = (load: number) =>
      machineChecks(undefined, { load, cores: 2 }).find(({ what }) => what === 'load')?.status;
    expect([rowOf(0.9), rowOf(1)]).toEqual(['ok', 'note']);
  });

  it('is told in place of what to use and a list of ties, which on a quiet one names two', () => {
    const alike = Array.from({ length: 35 }, (_, r) => timed(`f${r}`, `js/f${r}`, 1, 1000, 1000));
    const slow = timed('slow', 'js/slow', 2, 1000, 1000);
    const [quiet] = verdicts([...alike, slow]);
    const [busy] = verdicts([...alike, slow], true);
    expect(quiet?.text).toContain('It ties with js/f1, js/f2 and 32 more: their 95 % intervals overlap.');
    expect(busy?.text).toBe(
      'f64: any of 35 may be the fastest; this machine is too busy to tell. Use js/f0, the simplest of them; the others are js/f1, js/f2, js/f3, js/f4, js/f5 and 29 more.',
    );
    const [clear] = verdicts([timed('f0', 'js/f0', 1, 1000, 1000), slow], true);
    expect(clear?.text).toContain('use js/f0');
  });
});

describe('progress', () => {
  it('guesses the time left once there is enough to guess from', () => {
    expect(timeLeft(500, 1, 10)).toBe('');
    expect(timeLeft(10_000, 1, 3)).toBe('about 20 s left');
    expect(timeLeft(60_000, 1, 11)).toBe('about 10 min left');
    expect(timeLeft(3_600_000, 1, 4)).toBe('about 3.0 h left');
    expect(timeLeft(10_000, 3, 3)).toBe('');
  });

  it('counts what is checked, then the rounds', () => {
    const lines: string[] = [];
    let clock = 0;
    const progress = createProgress(
      { progress: (text) => void lines.push(text) },
      { name: 'm', total: 4, runs: 20, now: () => clock },
    );
    const run = (samples: number): CaseRun =>
      ({
        case: {},
        ...(samples > 0 ? { times: { hostSamplesMs: new Float64Array(samples) } } : {}),
      }) as unknown as CaseRun;
    progress.step('one');
    clock = 3000;
    progress.saw(run(0));
    progress.step('two');
    progress.step('timing 4 combinations');
    clock = 8000;
    progress.saw(run(5));
    progress.saw(run(5));
    expect(lines).toEqual([
      'm: one',
      'm: two (1 of 4, about 9 s left)',
      'm: timing 4 combinations',
      'm: timing 4 combinations (round 5 of 20, about 15 s left)',
    ]);
  });
});
