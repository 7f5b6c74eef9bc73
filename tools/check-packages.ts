// Checks every package as packed: its contents, publint and "are the types wrong?". Usage: node tools/check-packages.ts [--complete [--without=linux-arm64-gnu] | --quick]
// (--complete: nothing may be missing, but for binaries of platforms that are left out; --quick: types are not resolved in the ways that resolvers have)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { readWorkspace } from './lint/workspace.ts';
import { lack } from './machine.ts';
import { contentProblems } from './packages/check-contents.ts';
import { checkTarball } from './packages/check-tarball.ts';
import { expectedKinds } from './packages/expected-kinds.ts';
import { leftOut } from './packages/left-out.ts';
import { packAll, ROOT, type Tarball } from './packages/pack-all.ts';
import { readTarball } from './packages/read-tarball.ts';
import { sizeTable } from './packages/size-table.ts';

const workspace = readWorkspace(ROOT);
/** Whether everything has to be there, as in a release. */
const complete = process.argv.includes('--complete');
const without = process.argv.flatMap((each) =>
  each.startsWith('--without=') ? each.slice('--without='.length).split(',') : [],
);
const quick = process.argv.includes('--quick');

/** What a user would miss in it. A binary for one platform comes with another package, which is judged. */
function missing(tarball: Tarball): readonly string[] {
  const owner = workspace.packages.find(({ name }) => name === tarball.name);
  return owner === undefined
    ? []
    : contentProblems(readTarball(tarball.file), {
        kinds: expectedKinds(ROOT, workspace, owner, complete),
      });
}

const noPacker = lack('pnpm');
if (noPacker !== undefined) {
  process.stdout.write(`Nothing is packed and checked: ${noPacker}.\n`);
  process.exit(complete ? 1 : 0);
}

const folder = mkdtempSync(join(tmpdir(), 'spmv-packed-'));
try {
  const tarballs = await packAll(folder, { complete, without });
  const results = await Promise.all(
    tarballs.map(async (tarball) => ({
      tarball,
      problems: [...missing(tarball), ...(await checkTarball(tarball, quick))],
    })),
  );
  for (const { tarball, problems } of results) {
    process.stdout.write(`${problems.length === 0 ? 'ok     ' : 'FAILED '} ${tarball.name}\n`);
    for (const problem of problems) process.stdout.write(`        ${problem.replaceAll('\n', '\n        ')}\n`);
  }
  process.stdout.write(
    `\nBytes of what is published:\n${sizeTable(tarballs.map((tarball) => [tarball, readTarball(tarball.file)]))}\n`,
  );
  const absent = leftOut(ROOT, workspace);
  if (absent !== undefined) process.stdout.write(`\n${absent}\n`);
  process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
