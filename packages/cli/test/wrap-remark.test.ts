import { expect, it } from 'vitest';
import { visibleWidth } from '../src/output/wrap.ts';
import { wrapRemark } from '../src/output/wrap-remark.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

it('breaks lines between words and indents all but the first', () => {
  const text = 'error: one two three four five six seven eight nine ten eleven twelve';
  expect(wrapRemark(text, 40).split('\n')).toEqual([
    'error: one two three four five six seven',
    '    eight nine ten eleven twelve',
  ]);
  expect(wrapRemark('  short', 40)).toBe('  short');
});

it.each([
  [
    'a path',
    `Cannot read the file ${'/a/very/long/path'.repeat(6)}/m.mtx, which is none.`,
    `${'/a/very/long/path'.repeat(6)}/m.mtx,`,
  ],
  [
    'an address',
    'It was not found at https://sparse.tamu.edu/MM/HB/bcsstk16.tar.gz?a=b&c=d now.',
    'https://sparse.tamu.edu/MM/HB/bcsstk16.tar.gz?a=b&c=d',
  ],
  [
    'a command',
    'To see what is there, run spmv fetch HB/bcsstk16 --from ./folder --refresh, or nothing.',
    'spmv fetch HB/bcsstk16 --from ./folder --refresh,',
  ],
  [
    'a command to its connective',
    'Put it where it can be found: run npm install @spmv/backend-serial @spmv/format-sell and try it.',
    'npm install @spmv/backend-serial @spmv/format-sell and',
  ],
  [
    'what is in quotes',
    "There is nothing that is called 'my own folder/a b c.mtx' in here at all.",
    "'my own folder/a b c.mtx'",
  ],
])('does not break %s', (_, text, whole) => {
  for (let width = 40; width < 90; width++) {
    const lines = wrapRemark(text, width).split('\n');
    const copied = whole.endsWith(' and') ? whole.slice(0, -4) : whole;
    expect(lines.some((line) => line.includes(copied))).toBe(true);
    // Only what cannot be broken is wider.
    for (const line of lines)
      if (visibleWidth(line) > width) expect(line.trim()).toBe(whole.endsWith(' and') ? copied : whole);
    expect(lines.map((line) => line.trim()).join(' ')).toBe(text);
  }
});

it('of every command: no line of an error is wider than 80 columns, or than --width, but what is there to be copied', async () => {
  const cwd = temporaryFolder();
  const wide = (run: { readonly printedStderr: string }, width: number): readonly string[] =>
    run.printedStderr.split('\n').filter((line) => visibleWidth(line) > width && line.trim().includes(' '));
  for (const args of [
    ['fetch', 'HB/bcsstk16'],
    ['fetch', '--search', 'bcsstk'],
    ['bench', 'suitesparse:HB/bcsstk16'],
    ['info', 'no-such-matrix'],
    ['multiply', 'gen:stencil5?n=4', '--backend', 'none'],
  ]) {
    const run = await runCli(args, { cwd });
    expect(run.code, args.join(' ')).not.toBe(0);
    expect(run.stderr).toContain('error:');
    expect(wide(run, 80), args.join(' ')).toEqual([]);
    expect(wide(await runCli([...args, '--width', '50'], { cwd }), 50), args.join(' ')).toEqual([]);
  }
}, 60_000);
