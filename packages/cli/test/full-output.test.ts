import { spawnSync } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { cliCommand, runProcess, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';
import { needs, unless } from '../../../tools/needs.ts';

describe('an output that is full', needs('full'), () => {
  const cwd = fakeProject({});
  it.each([
    ['--version'],
    ['--help'],
    ['formats'],
    ['validate', 'cage4', '--kernel', 'js/csr', '--json'],
    ['multiply', 'cage4'],
    ['generate', 'tridiagonal', 'rows=10'],
    ['convert', 'cage4', '-'],
  ])('%s: one line, no success', async (...args) => {
    const { code, stderr } = await runProcess(args, { cwd, stdout: openSync('/dev/full', 'w') });
    expect(stderr).toMatch(/^error: .*no space left on the device/);
    expect(stderr).not.toMatch(STACK_TRACE);
    expect(code).toBe(1);
  });

  it('standard error: the results come, and it is no success', async () => {
    const run = await runProcess(['multiply', 'cage4', '--kernel', 'js/csr'], {
      cwd,
      stderr: openSync('/dev/full', 'w'),
    });
    expect(run.stdout).toContain('9 1');
    expect(run.code).toBe(1);
  });
});

describe(
  'a reader that goes away',
  unless(process.platform === 'win32' ? 'not on Windows (it has no sh)' : undefined),
  () => {
    const cwd = fakeProject({});
    /** The exit code of a command whose reader leaves at once, and what it wrote. */
    function unread(args: readonly string[]): { readonly code: string; readonly folder: string } {
      const folder = temporaryFolder();
      const { command, args: all, env } = cliCommand(args.map((arg) => arg.replace('OUT', folder)));
      const script = `{ '${command}' "$@"; echo $? > '${folder}/code'; } | true`;
      const { stderr } = spawnSync('sh', ['-c', script, 'sh', ...all], {
        cwd,
        encoding: 'utf8',
        env: { ...env, SPMV_CACHE: join(folder, 'cache') },
      });
      expect(stderr).not.toMatch(/error|EPIPE|ERR_/);
      return { code: readFileSync(join(folder, 'code'), 'utf8').trim(), folder };
    }
    const CSR = ['--backend', 'serial', '--kernel', 'js/csr', '--precision', 'f64'];

    it.each([
      ['a document', 'bench', 'cage4', 'LF10', ...CSR, '--json', '--csv', 'OUT/a.csv', '--report', 'OUT/a.html'],
      ['tables', 'bench', 'cage4', 'LF10', ...CSR, '--csv', 'OUT/a.csv', '--report', 'OUT/a.html'],
    ])(
      'of %s leaves the other outputs whole',
      (_, ...args) => {
        const { code, folder } = unread(args);
        expect(code).toBe('0');
        expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toMatch(/cage4[^]*LF10/);
        expect(readFileSync(join(folder, 'a.html'), 'utf8')).toContain('</html>');
      },
      60_000,
    );

    it('a matrix that nobody reads leaves its order file, a search its kept points', () => {
      const order = unread(['reorder', 'cage4', '--out', '-', '--order', 'OUT/order.mtx']);
      expect([order.code, readFileSync(join(order.folder, 'order.mtx'), 'utf8').split('\n').length]).toEqual(['0', 12]);
      const tuned = unread(['tune', 'cage4', ...CSR]);
      expect([tuned.code, readdirSync(join(tuned.folder, 'cache'))]).toEqual(['0', ['tuned']]);
    }, 60_000);
  },
);
