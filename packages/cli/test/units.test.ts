import { inflateSync } from 'node:zlib';
import { cooFromEntries, numberOfJson } from '@spmv/core';
import { toJson } from '@spmv/engine/basics';
import { describe, expect, it, vi } from 'vitest';
import { EXIT, worstExit } from '../src/exit-codes.ts';
import { toCsv } from '../src/output/csv.ts';
import { spyPng } from '../src/output/spy.ts';
import { renderTable } from '../src/output/table.ts';
import { createTerminal } from '../src/output/terminal.ts';

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

  it('writes JSON in which NaN and the infinities are told apart and read back, and CSV with quotes', () => {
    const text = toJson({ a: [Number.NaN, 1], b: { c: Infinity, d: -Infinity, e: null }, d: undefined, e: [] });
    expect(JSON.parse(text)).toEqual({ a: ['NaN', 1], b: { c: 'Infinity', d: '-Infinity', e: null }, e: [] });
    expect(JSON.parse(text, numberOfJson)).toEqual({
      a: [Number.NaN, 1],
      b: { c: Infinity, d: -Infinity, e: null },
      e: [],
    });
    const texts = ['NaN', '-Infinity', 'text:NaN', 'text:text:Infinity', 'text:', 'NaN.mtx', Number.NaN];
    expect(JSON.parse(toJson({ matrix: { name: 'NaN' }, texts }), numberOfJson)).toEqual({
      matrix: { name: 'NaN' },
      texts,
    });
    expect(toCsv(['a', 'b'], [{ a: 'x "y", z', b: null }])).toBe('a,b\r\n"x ""y"", z",\r\n');
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

describe('exit codes', () => {
  it('lets the gravest exit code stand', () => {
    expect(worstExit([])).toBe(EXIT.ok);
    expect(worstExit([EXIT.unavailable, EXIT.failed, EXIT.invalid])).toBe(EXIT.invalid);
  });
});

describe('progress where standard error is no terminal', () => {
  it('is a line now and then, of no more columns than there are, and none under --quiet', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const written: string[] = [];
      const log = { write: (text: string) => written.push(text) };
      const terminal = createTerminal(log, log, { quiet: false, color: false }, {});
      const silent = createTerminal(log, log, { quiet: true, color: false });
      for (let seconds = 0; seconds < 25; seconds++) {
        terminal.progress(`at ${seconds} s`);
        silent.progress('never');
        vi.advanceTimersByTime(1000);
      }
      expect(written).toEqual(['at 10 s\n', 'at 20 s\n']);
      vi.advanceTimersByTime(10_000);
      terminal.progress(`${'four '.repeat(16)}last`);
      expect(written[2]).toBe(`${'four '.repeat(16).trim()}\n    last\n`);
    } finally {
      vi.useRealTimers();
    }
  });
});
