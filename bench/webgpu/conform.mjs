// The conformance kit on this device, in several processes at once: each takes every n-th case.
// Usage: node bench/webgpu/conform.mjs [--jobs 8] [--seconds 120] [--out FILE] [--tiers quick] [--few]
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plugin as webgpuPlugin } from '@spmv/backend-webgpu';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { pluginCases, runCases } from '@spmv/testkit';
import { inParts } from './in-parts.mjs';

const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '100000' },
    out: { type: 'string' },
    tiers: { type: 'string', default: 'quick' },
    few: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    part: { type: 'string' },
  },
});
const jobs = Number(options.jobs);
const few = {
  block: [64],
  items: [4],
  T: [4],
  multiple: [4],
  alignment: [1, 32],
  steps: [4],
  window: [32],
  flight: [8, 16],
  sizes: ['uniform'],
};

/** The cases of part `part`, judged here. */
async function runPart(part) {
  const all = pluginCases(webgpuPlugin, {
    formats: [...formatsPlugin.formats, ...packedPlugin.formats],
    params: options.few ? few : {},
  });
  const wanted = [...all].filter(
    ({ id, tier }) => options.tiers.split(',').includes(tier) && new RegExp(options.only).test(id),
  );
  const report = await runCases(
    wanted.filter((_, k) => k % jobs === part),
    {
      subject: '@spmv/backend-webgpu',
      tiers: options.tiers.split(','),
      signal: AbortSignal.timeout(Number(options.seconds) * 1000),
    },
  );
  writeFileSync(options.out, JSON.stringify({ ...report, wanted: wanted.length }));
}

/** One report of all parts; a part that ended badly makes it one that does not conform. */
function merge(reports, endings) {
  const totals = {};
  for (const report of reports)
    for (const [status, count] of Object.entries(report.totals)) totals[status] = (totals[status] ?? 0) + count;
  const cases = reports.flatMap((report) => report.cases);
  const complete = endings.every((ending) => ending === 0) && cases.length === reports[0].wanted;
  return {
    ...reports[0],
    totals,
    cases,
    devices: [...new Set(reports.flatMap(({ devices }) => devices))],
    complete,
    errorRatio: Math.max(...reports.map(({ errorRatio }) => errorRatio ?? 0)),
    conforms: complete && reports.every(({ conforms }) => conforms),
  };
}

if (options.part !== undefined) {
  await runPart(Number(options.part));
} else {
  const begin = performance.now();
  const args = [
    '--jobs',
    options.jobs,
    '--seconds',
    options.seconds,
    '--tiers',
    options.tiers,
    '--only',
    options.only,
    ...(options.few ? ['--few'] : []),
  ];
  const { reports, endings } = await inParts(fileURLToPath(import.meta.url), jobs, args);
  const report = merge(reports, endings);
  const { devices, totals, errorRatio, conforms, complete, cases, wanted } = report;
  const f16 = cases.filter(({ id, status }) => id.includes('/f16/') && status === 'passed').length;
  process.stdout.write(
    `${devices.join(', ')}: ${cases.length} of ${wanted} cases in ${((performance.now() - begin) / 1000).toFixed(0)} s: ${JSON.stringify(totals)} (f16 passed: ${f16}), largest error ratio ${errorRatio}; complete: ${complete}, conforms: ${conforms}; endings ${[...new Set(endings)].join()}\n`,
  );
  for (const one of cases.filter(({ status }) => status === 'failed').slice(0, 20))
    process.stdout.write(`${JSON.stringify(one).slice(0, 600)}\n`);
  if (options.out) writeFileSync(options.out, JSON.stringify(report));
  process.exitCode = conforms ? 0 : 1;
}
