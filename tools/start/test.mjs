// Everything that must hold before a change is merged, ending in one line that a machine can read.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { install, ROOT, startedEnvironment, startedNode } from './environment.mjs';
import { comparedWith, requireTests } from './selected.mjs';
import { logOf, tool } from './setup.mjs';
import { quietStage, stage, StageError, Stopped } from './stage.mjs';
import { closingLine, countTests, failedLines, skippedLines, stoppedLine } from './test-counts.mjs';

const USAGE = 'usage: npm test -- [--full] [--changed] [folder or test file ...]';

/** `--full`: every case instead of a sample of them; `--changed`: what differs from origin/main; folders: their checks alone. */
function readArguments(args) {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const wrong = flags.find((flag) => flag !== '--full' && flag !== '--changed');
  if (wrong !== undefined) throw new StageError(`There is no '${wrong}'. ${USAGE}`, 2);
  return {
    full: flags.includes('--full'),
    changed: flags.includes('--changed'),
    folders: args.filter((arg) => !arg.startsWith('-')),
  };
}

/** Installs, builds and runs every check, or those of some folders; resolves to the exit code. */
export async function test(args) {
  const { full, changed, folders } = readArguments(args);
  const everything = !changed && folders.length === 0;
  const chosen = changed ? ['--changed', comparedWith(ROOT), ...folders] : folders;
  const written = mkdtempSync(join(tmpdir(), 'spmv-test-'));
  const [report, worth] = ['vitest.json', 'worth.json'].map((name) => join(written, name));
  const target = process.env.SPMV_RUN ?? worth;
  const failed = [];
  const begin = performance.now();
  const check = async (name, ...given) => {
    if ((await quietStage(name, logOf(name), 'pnpm', given, { cwd: ROOT })) !== 0) failed.push(name);
  };
  try {
    await install();
    if (!everything) await requireTests(chosen, written);
    await tool('build', 'tools/build.ts', ...(full ? [] : ['--for-tests']), ...folders);
    // Before the tests, not beside them: browsers and threads spin where cores are shared.
    await Promise.all([
      check('types', 'run', 'typecheck'),
      check('lint', 'exec', 'oxlint', '--deny-warnings', ...folders),
      everything && check('rules', 'run', 'lint:rules'),
      everything && check('format', 'exec', 'node', 'tools/format.ts', '--check'),
      everything && check('packages', 'run', 'check:packages', ...(full ? [] : ['--quick'])),
    ]);
    const reporters = ['default', 'json', './tools/run-reporter.ts'].map((name) => `--reporter=${name}`);
    const env = {
      ...process.env,
      SPMV_RUN: target,
      ...(full ? { SPMV_TESTS: 'full' } : {}),
      // Workers that tests start from sources begin in half the time where their stripped text is kept.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'spmv-compiled'),
    };
    const tests = ['run', 'vitest', ...reporters, `--outputFile.json=${report}`, ...chosen];
    const stdio = ['ignore', 'inherit', 'inherit'];
    if ((await stage('vitest', 'pnpm', tests, { cwd: ROOT, env, stdio, group: true })) !== 0) failed.push('vitest');
    // What is published has to run on the Node that users have, not only on the workspace's.
    const runtime = join(ROOT, 'tools', 'runtime-check.mjs');
    const name = 'built packages on the Node that started this';
    const checked = { cwd: ROOT, env: startedEnvironment(), stdio, group: true };
    if (everything && (await stage(name, startedNode(), [runtime], checked)) !== 0) failed.push(name);
    const others = failed.filter((one) => one !== 'vitest');
    const found = readJson(report);
    const counts = countTests(found, others, failed.includes('vitest'));
    const said = failed.map((one) => (existsSync(logOf(one)) ? `${one} (${logOf(one)})` : one)).join(', ');
    process.stdout.write(
      `\n${said === '' ? '' : `Failed: ${said}.\n`}${skippedLines(readJson(target)?.skipped ?? {})}${failedLines(found, ROOT)}`,
    );
    process.stdout.write(
      `All of it took ${((performance.now() - begin) / 1000).toFixed(0)} s.\n${closingLine(counts)}\n`,
    );
    return counts.failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    process.stdout.write(`\n${stoppedLine(readJson(target))}\n`);
    return error.exitCode;
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
