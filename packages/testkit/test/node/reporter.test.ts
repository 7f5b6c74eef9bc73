import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const REPORTER = fileURLToPath(new URL('../../src/node/reporter.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'spmv-reporter-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `node --test` prints of this test file, and how it ends. */
function run(name: string, text: string): Promise<{ readonly code: number; readonly stdout: string }> {
  const file = join(folder, `${name}.test.mjs`);
  writeFileSync(file, `import { describe, it } from 'node:test';\n${text}\n`);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--test', `--test-reporter=${REPORTER}`, file], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), stdout }),
    );
  });
}

describe('the reporter of node --test', () => {
  it('tells how many passed, and skips by their reasons, numbers aside', async () => {
    const { code, stdout } = await run(
      'skips',
      `describe('kit', () => {
        for (let i = 0; i < 40; i++) it('right ' + i, () => {});
        for (let i = 0; i < 300; i++) it('refused ' + i, (test) => test.skip('row ' + i + ' is too long'));
        it('without a device', (test) => test.skip('no GPU'));
        it.skip('left out', () => {});
      });`,
    );
    expect(stdout).toBe(
      'skipped 300: row 0 is too long\nskipped 1: no GPU\nskipped 1: no reason given\n40 passed, 0 failed\n',
    );
    expect(code).toBe(0);
  });

  it('tells what failed and why, once, and what tests print', async () => {
    const { code, stdout } = await run(
      'fails',
      `console.log('seen');
      describe('kit', () => {
        it('right', () => {});
        it('y is right', () => { throw new Error('row 3 is 1, not 2'); });
      });`,
    );
    expect(stdout).toMatch(
      /^seen\n✖ y is right\n  Error: row 3 is 1, not 2\n(?:    +at .*\n)*\n1 passed, 1 failed\n$/u,
    );
    expect(code).toBe(1);
  });

  it('counts a file that does not load as a failure', async () => {
    const { code, stdout } = await run('breaks', `import 'no-such-package';`);
    expect(stdout).toContain("Cannot find package 'no-such-package'");
    expect(stdout).toMatch(/\n0 passed, 1 failed\n$/u);
    expect(code).toBe(1);
  });

  it('names no more than eight reasons', async () => {
    const { stdout } = await run(
      'many',
      `for (const reason of 'abcdefghij') it(reason, (test) => test.skip('reason ' + reason));`,
    );
    expect(stdout.split('\n')).toHaveLength(11);
    expect(stdout).toMatch(/skipped 2: 2 other reasons\n0 passed, 0 failed\n$/u);
  });
});
