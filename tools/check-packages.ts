// Checks every package as packed: publint and "are the types wrong?". Usage: node tools/check-packages.ts [--without-binaries]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { checkTarball } from './packages/check-tarball.ts';
import { packAll } from './packages/pack-all.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-packed-'));
try {
  const tarballs = await packAll(folder, { withoutBinaries: process.argv.includes('--without-binaries') });
  const results = await Promise.all(tarballs.map(async (tarball) => ({ tarball, problems: await checkTarball(tarball) })));
  for (const { tarball, problems } of results) {
    process.stdout.write(`${problems.length === 0 ? 'ok     ' : 'FAILED '} ${tarball.name}\n`);
    for (const problem of problems) process.stdout.write(`        ${problem.replaceAll('\n', '\n        ')}\n`);
  }
  process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
