// The conformance kit on every CUDA kernel, in several processes at once: each takes every n-th case.
// Usage: node bench/cuda/conform.mjs --out FOLDER [--jobs 4] [--tiers quick,full] [--only REGEX] [--seconds N]
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { cuda, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { backendCases, runCases } from '@spmv/testkit';
import { provenance } from './provenance.mjs';
import { startEach } from './shards.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    tiers: { type: 'string', default: 'quick,full' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: '1' },
    // Of the processes that --jobs starts.
    part: { type: 'string' },
  },
});
mkdirSync(options.out, { recursive: true });
const begin = performance.now();
const jobs = Number(options.jobs);
const partFile = (part) => join(options.out, `conformance.part${part}.json`);

/** Every `jobs`-th case from number `part` on. */
async function runPart(part) {
  const pattern = new RegExp(options.only);
  const formats = [...formatsPlugin.formats, ...packedPlugin.formats];
  const kernels = cudaPlugin.kernels.filter((kernel) => pattern.test(kernel.id));
  const tiers = options.tiers.split(',');
  const wanted = [...backendCases(cuda, { formats, kernels })].filter(({ tier }) => tiers.includes(tier));
  const signal = {
    get aborted() {
      return performance.now() - begin > 1000 * Number(options.seconds);
    },
  };
  const report = await runCases(
    wanted.filter((_, k) => k % jobs === part),
    {
      subject: '@spmv/backend-cuda',
      tiers,
      signal,
      onCase: (one) => {
        if (one.status === 'failed') process.stdout.write(`FAILED ${one.id}: ${one.reason}\n`);
      },
    },
  );
  return { ...report, wanted: wanted.length };
}

/** One report of all parts: it conforms when every case was run and nothing failed. */
function merge(reports, codes) {
  const totals = {};
  for (const report of reports)
    for (const [status, count] of Object.entries(report.totals)) totals[status] = (totals[status] ?? 0) + count;
  const cases = reports.flatMap((report) => report.cases);
  const wanted = reports[0]?.wanted ?? 0;
  const complete = wanted > 0 && cases.length === wanted;
  return {
    ...reports[0],
    devices: [...new Set(reports.flatMap(({ devices }) => devices))],
    wanted,
    complete,
    totals,
    conforms: complete && reports.every(({ conforms }) => conforms) && codes.every((code) => code === 0),
    errorRatio: Math.max(0, ...reports.map(({ errorRatio }) => errorRatio ?? 0)),
    cases,
  };
}

function readParts() {
  return Array.from({ length: jobs }, (_, part) => part).flatMap((part) => {
    try {
      const report = JSON.parse(readFileSync(partFile(part), 'utf8'));
      rmSync(partFile(part));
      return [report];
    } catch {
      return [];
    }
  });
}

if (options.part !== undefined) {
  const report = await runPart(Number(options.part));
  writeFileSync(partFile(options.part), JSON.stringify(report));
  process.exitCode = report.conforms ? 0 : 1;
} else {
  const shared = ['out', 'tiers', 'only', 'seconds', 'jobs'].flatMap((key) => [`--${key}`, options[key]]);
  const codes = await startEach(
    import.meta.filename,
    Array.from({ length: jobs }, (_, part) => [...shared, '--part', String(part)]),
  );
  const report = merge(readParts(), codes);
  writeFileSync(join(options.out, 'conformance.json'), JSON.stringify({ ...provenance(), ...report }));
  process.stdout.write(
    `conformance: ${report.cases.length} of ${report.wanted} cases, ${JSON.stringify(report.totals)}, error ratio ${report.errorRatio}, conforms ${report.conforms}, ${((performance.now() - begin) / 1000).toFixed(0)} s\n`,
  );
  process.exitCode = report.conforms ? 0 : 1;
}
