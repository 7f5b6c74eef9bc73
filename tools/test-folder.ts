// Gives all tests of a run one folder for what they write, and removes it at the end, whatever they left there.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Before the processes of the tests are started, which inherit it. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-tests-'));
  // As open as the folder that it stands for: tests start programs as another user.
  chmodSync(folder, 0o1777);
  // By these `os.tmpdir()` finds it on every system, in processes that tests start, too.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
