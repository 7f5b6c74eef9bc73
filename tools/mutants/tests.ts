// Runs one file of tests in a copy, and reads what vitest says of it.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { has, SWIFTSHADER } from '../machine.ts';

interface Test {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages?: readonly string[];
}

interface VitestReport {
  readonly testResults: readonly { readonly message?: string; readonly assertionResults: readonly Test[] }[];
}

export type Lane = 'quick' | 'full';

/** What tests said: one failed, all that ran passed, none ran, or they could not be judged. */
export interface MutantVerdict {
  readonly kind: 'failed' | 'passed' | 'skipped' | 'broken';
  /** Which one failed, or why there is no verdict. */
  readonly what: string;
  /** Names of those that passed. */
  readonly passed: readonly string[];
}

/** Longest run of one file. What hangs is no verdict. */
const MOST_MS = 40 * 60_000;
/** A kernel that no compiler took says nothing of what the tests see. */
const NOT_COMPILED = /KERNEL\.(?:LOAD|COMPILE)_FAILED|SyntaxError/u;

/** Runs a file of tests, or all of the workspace, until the first test fails. */
export function runTests(root: string, lane: Lane, file?: string): MutantVerdict {
  const [cache, report] = ['spmv-compiled', 'mutants.json'].map((name) => join(root, 'node_modules/.cache', name));
  if (report) rmSync(report, { force: true });
  // Without CI a device that is missing is no failure.
  const { SPMV_TESTS: _tests, CI: _ci, ...others } = process.env;
  const device = has('swiftshader') ? { VK_ICD_FILENAMES: SWIFTSHADER } : {};
  const env = { ...device, ...others, NODE_COMPILE_CACHE: cache, ...(lane === 'full' ? { SPMV_TESTS: 'full' } : {}) };
  const chosen = file === undefined ? [] : [file];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', ...chosen, '--bail=1', '--reporter=json', `--outputFile=${report}`];
  const ended = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8', timeout: MOST_MS });
  const said = `${ended.stdout}\n${ended.stderr}`.trim().split('\n');
  try {
    return verdictOf(ended.status, JSON.parse(readFileSync(report ?? '', 'utf8')) as VitestReport, said);
  } catch {
    return { kind: 'broken', what: `vitest ended with ${ended.status}: ${said.slice(-3).join(' ')}`, passed: [] };
  }
}

function verdictOf(status: number | null, { testResults }: VitestReport, said: readonly string[]): MutantVerdict {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').map(({ fullName }) => fullName);
  const failed = tests.find((test) => test.status === 'failed');
  if (failed) {
    const [message = ''] = failed.failureMessages ?? [];
    const isCompiled = !NOT_COMPILED.test(message);
    return { kind: isCompiled ? 'failed' : 'broken', what: isCompiled ? failed.fullName : message, passed };
  }
  const unread = testResults.find(({ message = '' }) => message !== '')?.message;
  if (status !== 0) return { kind: 'broken', what: unread ?? `vitest ended with ${status}: ${said.at(-1)}`, passed };
  const missing = said.find((line) => line.includes('UNAVAILABLE')) ?? 'nothing that could see it ran here';
  return { kind: passed.length > 0 ? 'passed' : 'skipped', what: missing, passed };
}
