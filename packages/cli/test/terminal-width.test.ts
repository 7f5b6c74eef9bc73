import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { visibleWidth } from '../src/output/wrap.ts';
import { fakeProject } from './helpers/project.ts';
import { cliCommand, runCli } from './helpers/run-cli.ts';
import { needs } from '../../../tools/needs.ts';

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

describe('in a pseudo-terminal', needs('script'), () => {
  const bench = ['bench', 'LF10', '-b', 'serial', '-f', 'csr,ellpack-r,sell'];
  beforeAll(async () => {
    for (const file of ['a.json', 'b.json']) {
      const { stdout } = await runCli([...bench, '--json'], { cwd });
      writeFileSync(join(cwd, file), stdout);
    }
  }, 300_000);

  it.each([80, 120, 200])(
    'of %d columns no line is wider',
    (columns) => {
      const sent = inTerminal(
        columns,
        [
          bench,
          [...bench, '--all', '--columns', 'all'],
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
        ],
        cwd,
      );
      const lines = screenLines(sent);
      expect(lines.filter((line) => visibleWidth(line) > columns)).toEqual([]);
      // Every command came to its end, and tables use the room there is.
      for (const words of [
        '1 matrix: ',
        '→ ',
        'speed-up',
        'error/bound',
        'Storage before',
        '✓ node',
        'SELL-C-σ',
        'js/csr',
        'cage4',
        'B/A',
        'gain',
        'GB/s',
        'Examples:',
      ])
        expect(sent).toContain(words);
      if (columns > 80) expect(Math.max(...lines.map(visibleWidth))).toBeGreaterThan(80);
    },
    600_000,
  );
});
