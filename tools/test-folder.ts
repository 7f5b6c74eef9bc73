// Gives all tests of a run one folder for what they write, and removes it at the end, whatever they left there.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Before the processes of the tests are started, which inherit it. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-tests-'));
  // As open as the folder that it stands for: tests start programs as another user.
  chmodSync(folder, 0o1777);
  // Open MPI makes this folder at a start and removes it empty: of two that start at once one would find it there and fail.
  const sessions = join(folder, `ompi.${hostname()}.${userInfo().uid}`);
  mkdirSync(sessions, { mode: 0o700 });
  writeFileSync(join(sessions, 'kept'), '');
  // By these `os.tmpdir()` finds it on every system, in processes that tests start, too.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
