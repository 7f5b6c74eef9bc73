import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { needsFull } from '../needs.ts';
import { ROOT } from '../packages/pack-all.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-first-commit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The steps that CONTRIBUTING.md names, of this repository in place of the published one. */
function steps(): string {
  const [, block] =
    /## A first commit[\s\S]*?```sh\n([\s\S]*?)```/u.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')) ?? [];
  if (block === undefined) throw new Error('CONTRIBUTING.md has no steps of a first commit.');
  return block.replace('https://github.com/spmv/spmv', `--quiet file://${ROOT} spmv`);
}

test(
  'the steps of a first commit do what CONTRIBUTING.md says',
  { timeout: 900_000, ...needsFull('git', 'bash') },
  () => {
    const editor = join(folder, 'editor');
    writeFileSync(editor, '#!/bin/sh\necho "// changed" >> "$1"\n');
    chmodSync(editor, 0o755);
    const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org' };
    const committer = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' };
    const { SPMV_TESTS: _full, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', steps()], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...env, ...author, ...committer, EDITOR: editor },
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
    expect(stdout).toMatch(/^[1-9]\d* passed, 0 failed$/mu);
    expect(stdout).toMatch(/^\[main \w+\] format-sell: why$/mu);
  },
);
