import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
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
  mkdirSync(join(folder, 'left'));
  writeFileSync(join(folder, 'left', 'behind'), '');
  tearDown();
  expect([existsSync(folder), existsSync(outside)]).toEqual([false, true]);
});
