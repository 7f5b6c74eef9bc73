// The tests that arguments of `npm test` select.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, workingNode } from './environment.mjs';
import { logOf } from './setup.mjs';
import { quietStage, StageError } from './stage.mjs';

/** What a branch of the clone in `folder` is compared with, so that commits on main itself count, too. */
export function comparedWith(folder) {
  const isThere = (ref) => spawnSync('git', ['rev-parse', '--verify', '--quiet', ref], { cwd: folder }).status === 0;
  const found = ['origin/main', 'main'].find(isThere);
  if (found !== undefined) return found;
  throw new StageError(
    '--changed compares with origin/main, or with main where there is no origin, and git finds neither here. Run: git fetch origin main:refs/remotes/origin/main',
    2,
  );
}

/** Throws where vitest's arguments `chosen` select no test; `written` is a folder for what vitest says. */
export async function requireTests(chosen, written) {
  const list = join(written, 'selected.json');
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'list', '--filesOnly', `--json=${list}`, ...chosen];
  const name = 'selected tests';
  if ((await quietStage(name, logOf(name), workingNode(), args, { cwd: ROOT })) !== 0)
    throw new StageError(`${name} could not be listed; see above.`);
  if (JSON.parse(readFileSync(list, 'utf8')).length > 0) return;
  throw new StageError(
    `No test is selected by '${chosen.join(' ')}', so nothing would be tested. Name a folder or a test file that is there, or leave all out: npm test`,
    2,
  );
}
