import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, expect, it } from 'vitest';
import { setup } from '../test-folder.ts';

const NAMES = ['TMPDIR', 'TMP', 'TEMP'] as const;
const before = NAMES.map((name) => process.env[name]);

afterEach(() => {
  for (const [k, name] of NAMES.entries()) {
    if (before[k] === undefined) delete process.env[name];
    else process.env[name] = before[k];
  }
});

it('what tests leave behind goes with the folder of their run', () => {
  const outside = tmpdir();
  const tearDown = setup();
  const folder = tmpdir();
  expect(folder.startsWith(join(outside, 'spmv-tests-'))).toBe(true);
  // Programs of another user come through it, too; Windows has no such modes.
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  mkdirSync(join(folder, 'left'));
  writeFileSync(join(folder, 'left', 'behind'), '');
  tearDown();
  expect([existsSync(folder), existsSync(outside)]).toEqual([false, true]);
});
