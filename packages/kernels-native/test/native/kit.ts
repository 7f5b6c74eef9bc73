// The conformance kit on every native kernel at the level that this processor runs, on one thread, without a test runner: it needs Node alone, and so runs emulated.
// Usage: kit.ts [--coverage few|pairs|all] [--only REGEX] [--part K/N]   (few: as many combinations as tests try of other levels; part: every Nth case from K on)
// The last line is JSON: level, totals, largest error ratio, what failed and why.
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { RunCasesOptions } from '@spmv/testkit';
import { runCases } from '@spmv/testkit';
import { nativeLevels } from '@spmv/kernels-native';
import { nativeCases } from '../native-cases.ts';

const { values } = parseArgs({
  options: {
    coverage: { type: 'string', default: 'few' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '0/1' },
  },
});
const [part = 0, parts = 1] = values.part.split('/').map(Number);
const pattern = new RegExp(values.only, 'u');
const named = process.env['SPMV_NATIVE_LEVEL'] ?? '';
const level = named === '' ? (nativeLevels()[0] ?? 'none') : named;
const cases = nativeCases().filter(({ id }) => pattern.test(id));
const { totals, products, errorRatio, ...report } = await runCases(
  cases.filter((_, c) => c % parts === part),
  {
    subject: `native kernels, ${level}`,
    coverage: values.coverage as NonNullable<RunCasesOptions['coverage']>,
    onCase({ status, id, reason = '' }, index, count) {
      if (status === 'failed') process.stderr.write(`FAILED ${id}: ${reason}\n`);
      else if (index % 100 === 99) process.stderr.write(`${index + 1} of ${count}\n`);
    },
  },
);
const failed = report.cases.filter(({ status }) => status === 'failed').map(({ id }) => id);
const compared = Object.values(products).reduce((sum, count) => sum + count, 0);
process.stdout.write(`${JSON.stringify({ level, coverage: values.coverage, totals, compared, errorRatio, failed })}\n`);
process.exitCode = report.conforms ? 0 : 1;
