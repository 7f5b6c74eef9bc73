import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { visibleWidth } from '../src/output/wrap.ts';
import { fakeProject } from './helpers/project.ts';
import { cliCommand, runCli } from './helpers/run-cli.ts';
import { needsFull } from '../../../tools/needs.ts';
import { FULL } from '../../../tools/runner.ts';

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

/** What a terminal of so many columns is sent by these command lines, one after another. */
function inTerminal(columns: number, lines: readonly (readonly string[])[], cwd: string): string {
  const calls = lines.map((args) => {
    const { command, args: rest } = cliCommand(args);
    return `echo '=== ${args.join(' ')}'; ${quoted([command, ...rest])}`;
  });
  const { env } = cliCommand([]);
  const { stdout, status } = spawnSync(
    'script',
    ['-qec', `stty cols ${columns} rows 50; ${calls.join('; ')}`, '/dev/null'],
    {
      cwd,
      encoding: 'utf8',
      env: { ...env, CI: '', TERM: 'xterm' },
    },
  );
  expect(status).not.toBeNull();
  return stdout;
}

/** The lines as they stand on the screen: each redrawing of the progress line is one. */
function screenLines(sent: string): readonly string[] {
  return sent.split(/\r?\n|\r\u001b\[2K|\r/).map((line) => line.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, ''));
}

const cwd = fakeProject({ workspace: ['backend-serial', 'format-sell', 'format-hyb'] });
const BENCH = ['bench', 'LF10', '-b', 'serial', '-f', 'csr,ellpack-r,sell'];
const LINES: readonly (readonly string[])[] = [
  BENCH,
  [...BENCH, '--all', '--columns', 'all'],
  ['validate', 'LF10', '-f', 'csr,sell'],
  ['info', 'adder_dcop_32'],
  ['doctor'],
  ['backends'],
  ['formats'],
  ['kernels'],
  ['matrices'],
  ['compare', 'a.json', 'b.json', '--threshold', '0', '--significance', '1'],
  ['tune', 'LF10', '-f', 'csr', '-p', 'f64'],
  ['sweep', 'size', '--values', '4,6', '-f', 'csr', '-p', 'f64'],
  ['bench', '--help'],
];
/** A word of each, to know that it came to its end. */
const WORDS = [
  '1 matrix: ',
  '→ ',
  'speed-up',
  'error/bound',
  'Storage before',
  '✓ node',
  'fraction=0.6667',
  'js/csr',
  'cage4',
  'B/A',
  'gain',
  'GB/s',
  'Examples:',
];

/** Every command came to its end, no line is wider, and tables use the room there is. */
function expectToFit(sent: string, columns: number): void {
  const lines = screenLines(sent);
  expect(lines.filter((line) => visibleWidth(line) > columns)).toEqual([]);
  for (const words of WORDS) expect(sent).toContain(words);
  if (columns > 80) expect(Math.max(...lines.map(visibleWidth))).toBeGreaterThan(80);
}

beforeAll(async () => {
  for (const file of ['a.json', 'b.json']) {
    const { stdout } = await runCli([...BENCH, '--json'], { cwd });
    writeFileSync(join(cwd, file), stdout);
  }
});

it('in a pseudo-terminal of 120 columns no line is wider', { ...needsFull('script'), timeout: 600_000 }, () =>
  expectToFit(inTerminal(120, LINES, cwd), 120),
);

it.each(FULL ? [80, 200] : [80])(
  'where a stream says that it is a terminal of %d columns no line is wider',
  async (columns) => {
    let sent = '';
    for (const args of LINES) sent += (await runCli(args, { cwd, columns, env: { CI: '', TERM: 'xterm' } })).stdout;
    expectToFit(sent, columns);
  },
);
