// Everything that must hold before a change is merged, ending in one line that a machine can read.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { install, ROOT, startedEnvironment, startedNode } from './environment.mjs';
import { stage } from './stage.mjs';
import { closingLine, countTests } from './test-counts.mjs';

const vitest = (file) => ['run', 'vitest', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];

/** Installs, builds and runs every check; resolves to the exit code. */
export async function test() {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-test-'));
  const report = join(folder, 'vitest.json');
  const failed = [];
  const begin = performance.now();
  const pnpm = async (name, args, env = process.env) => {
    if ((await stage(name, 'pnpm', args, { cwd: ROOT, env })) !== 0) failed.push(name);
  };
  try {
    await install();
    await pnpm('build', ['run', 'build']);
    await pnpm('typecheck', ['run', 'typecheck']);
    await pnpm('lint', ['run', 'lint']);
    await pnpm('packages', ['run', 'check:packages']);
    // Workers that tests start from sources begin in half the time where their stripped text is kept.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'spmv-compiled') };
    await pnpm('vitest', vitest(report), env);
    // What is published has to run on the Node that users have, not only on the workspace's.
    const check = join(ROOT, 'tools', 'runtime-check.mjs');
    const name = `built packages on Node ${process.versions.node}`;
    if ((await stage(name, startedNode(), [check], { cwd: ROOT, env: startedEnvironment() })) !== 0) failed.push(name);
    const counts = countTests(
      readReport(report),
      failed.filter((stageName) => stageName !== 'vitest'),
      failed.includes('vitest'),
    );
    process.stdout.write(
      `\n${failed.length > 0 ? `Failed: ${failed.join(', ')}.\n` : ''}${counts.skipped > 0 ? `Skipped: ${counts.skipped} tests.\n` : ''}`,
    );
    process.stdout.write(
      `All of it took ${((performance.now() - begin) / 1000).toFixed(0)} s.\n${closingLine(counts)}\n`,
    );
    return counts.failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
