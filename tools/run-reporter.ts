// A reporter of vitest that writes what a run was worth to the file that SPMV_RUN names: how many tests were skipped, by reason, and of each file the
// seconds, tests and products compared.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What a case of the conformance kit says that has nothing to compare, whatever the words of the format or kernel. */
const REFUSED = 'refused by a format or kernel: nothing to compare';

/** One reason of many that differ in numbers and names. Pure. */
export function groupOf(note: string): string {
  return /^no .+ \(.+\)$/u.test(note) ? note : (firstOfUnavailable(note) ?? REFUSED);
}

/** The first sentence says what is missing, the others what to do. */
function firstOfUnavailable(note: string): string | undefined {
  return /\b(?:unavailable|not available)\b/u.test(note) ? /^.+?(?=\. | Install |\.?$|\n)/u.exec(note)?.[0] : undefined;
}

function reasonOf(test: TestCase, file: string): string {
  const { lack } = test.meta() as { readonly lack?: string };
  if (lack !== undefined) return firstOfUnavailable(lack) ?? lack;
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return note === undefined ? `without a reason: ${file}` : groupOf(note);
}

/** What one file of tests took and compared. */
export interface FileWorth {
  readonly file: string;
  readonly seconds: number;
  readonly tests: number;
  readonly products: number;
}

/** What is written: `{ "skipped": { "no chromium (apt install chromium)": 12 }, "files": [] }`. */
export interface RunWorth {
  readonly skipped: Readonly<Record<string, number>>;
  readonly files: readonly FileWorth[];
}

function worthOf(module: TestModule): FileWorth {
  const tests = [...module.children.allTests('passed')];
  const { duration, collectDuration } = module.diagnostic();
  return {
    file: module.relativeModuleId,
    seconds: (duration + collectDuration) / 1000,
    tests: tests.length,
    products: tests.reduce((sum, test) => sum + ((test.meta() as { readonly products?: number }).products ?? 0), 0),
  };
}

function writeWorth(modules: readonly TestModule[]): void {
  const target = process.env['SPMV_RUN'];
  if (target === undefined) return;
  const counts = new Map<string, number>();
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      const reason = reasonOf(test, module.relativeModuleId);
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  const sorted = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const worth: RunWorth = { skipped: Object.fromEntries(sorted), files: modules.map(worthOf) };
  writeFileSync(target, `${JSON.stringify(worth, null, 2)}\n`);
}

/** Of the files that are through: what is left of a run that is stopped. */
function writeSoFar(): (module: TestModule) => void {
  const target = process.env['SPMV_RUN'];
  const so = { passed: 0, failed: 0 };
  return (module) => {
    for (const state of ['passed', 'failed'] as const) so[state] += [...module.children.allTests(state)].length;
    if (target !== undefined) writeFileSync(target, `${JSON.stringify(so)}\n`);
  };
}

// oxlint-disable-next-line import/no-default-export -- as vitest takes a reporter by its path
export default function createRunReporter(): Reporter {
  return { onTestModuleEnd: writeSoFar(), onTestRunEnd: writeWorth };
}
