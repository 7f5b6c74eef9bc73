// The conformance kit on a GPU backend with every kernel for it, in several processes at once: each takes every n-th case.
// Usage: node tools/device/conform.ts cuda|webgpu [--jobs 8] [--seconds 120] [--tiers quick,full] [--only REGEX] [--cases REGEX] [--few] [--device 0,1] [--out FILE]   (--only: of kernels; --cases: of cases, as /c128/)
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { precisionsWith } from '@spmv/core';
import type { ConformanceReport } from '@spmv/testkit';
import { backendCases, createSession, matrixKernelCases, runCases } from '@spmv/testkit';
import { inParts } from './in-parts.ts';
import { gpuRegistry } from './plugins.ts';
import { provenance } from './provenance.ts';

type PartReport = ConformanceReport & { readonly wanted: number };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '100000' },
    tiers: { type: 'string', default: 'quick,full' },
    only: { type: 'string', default: '' },
    cases: { type: 'string', default: '' },
    few: { type: 'boolean', default: false },
    device: { type: 'string' },
    out: { type: 'string' },
    part: { type: 'string' },
  },
});
const [backend = ''] = positionals;
const jobs = Number(options.jobs);
const tiers = options.tiers.split(',') as PartReport['tiers'][number][];
/** Of WGSL kernels, whose every point is compiled anew: one point of each parameter that is not about correctness. */
const FEW = {
  blockSize: [64],
  items: [4],
  threadsPerRow: [4],
  multiple: [4],
  alignment: [1, 32],
  steps: [4],
  window: [32],
  flight: [8, 16],
  sizes: ['uniform'],
  edge: [8, 16],
  tileRows: [64, 128],
  tileCols: [128],
  depth: [16],
  subgroupRows: [64],
  subgroupCols: [32],
  threadRows: [8],
  threadCols: [4, 8],
  buffers: [1, 2],
};

/** cuSPARSE's complex products: an infinite part of x gives an infinity where α·(Ax) is ∞ − ∞. */
const KNOWN = ['alg1', 'alg2', 'transposed'].flatMap((variant) =>
  precisionsWith(2).map((precision) => ({
    case: `cuda/csr-cusparse-${variant}@cuda/${precision}/complex/infinite-in-one-part`,
    message: 'Infinity, not NaN',
    reason: "the library's own order of products",
  })),
);

/** Every `jobs`-th case from number `part` on. */
async function runPart(part: number): Promise<PartReport> {
  const registry = gpuRegistry();
  const pattern = new RegExp(options.only);
  const cases = new RegExp(options.cases);
  const descriptor = registry.backend(backend);
  const kernels = registry.kernels({ targets: descriptor.targets });
  const session = createSession(descriptor);
  const made = registry.matrixOperations.flatMap((operation) =>
    registry
      .matrixKernels(operation.id)
      .filter(({ target, vendor }) => !vendor && descriptor.targets.includes(target))
      .map((kernel) => ({ operation, kernel, backend: descriptor, session, formats: registry.formats })),
  );
  if ([...kernels, ...made.map(({ kernel }) => kernel)].every(({ id }) => !pattern.test(id)))
    throw new Error(`No kernel for ${backend} is named as ${options.only}.`);
  // Without a pattern also those of the backend itself.
  const isWanted = (id: string): boolean =>
    options.only === '' || pattern.test(id.slice(0, Math.max(0, id.indexOf('@'))));
  const all = backendCases(descriptor, {
    operations: registry.operations,
    formats: registry.formats,
    kernels,
    params: options.few ? FEW : {},
    ...(options.device === undefined ? {} : { open: { device: options.device } }),
  });
  const wanted = [...all, ...made.flatMap(matrixKernelCases)].filter(
    ({ id, tier }) => tiers.includes(tier) && isWanted(id) && cases.test(id),
  );
  const own = wanted.filter((_, k) => k % jobs === part);
  const report = await runCases(own, {
    subject: backend,
    tiers,
    knownFailures: KNOWN.filter((known) => own.some(({ id }) => id === known.case)),
    signal: AbortSignal.timeout(1000 * Number(options.seconds)),
  });
  return { ...report, wanted: wanted.length };
}

/** One report of all parts: it conforms when every case was run and nothing failed. */
function merge(reports: readonly PartReport[], endings: readonly (number | string)[]): object {
  const cases = reports.flatMap((report) => report.cases);
  const wanted = reports[0]?.wanted ?? 0;
  const totals: Record<string, number> = {};
  for (const report of reports)
    for (const [status, count] of Object.entries(report.totals)) totals[status] = (totals[status] ?? 0) + count;
  const complete = wanted > 0 && cases.length === wanted;
  return {
    backend,
    devices: [...new Set(reports.flatMap(({ devices }) => devices))],
    ran: cases.length,
    wanted,
    totals,
    errorRatio: Math.max(0, ...reports.map(({ errorRatio }) => errorRatio ?? 0)),
    endings: [...new Set(endings)],
    conforms: complete && endings.every((ending) => ending === 0) && reports.every(({ conforms }) => conforms),
  };
}

if (options.part === undefined) {
  const { out, ...shared } = options;
  const args = Object.entries(shared).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : value === false || value === undefined ? [] : [`--${name}`, value],
  );
  const { reports, endings } = await inParts<PartReport>(import.meta.filename, jobs, [backend, ...args]);
  for (const { id, reason } of reports.flatMap(({ cases }) => cases.filter(({ status }) => status === 'failed')))
    process.stdout.write(`FAILED ${id}: ${reason ?? ''}\n`);
  const report = merge(reports, endings);
  process.stdout.write(`${JSON.stringify(report)}\n`);
  if (out !== undefined) writeFileSync(out, JSON.stringify({ ...provenance(), ...report, reports }));
  process.exitCode = 'conforms' in report && report.conforms === true ? 0 : 1;
} else {
  const report = await runPart(Number(options.part));
  writeFileSync(options.out ?? '/dev/stdout', JSON.stringify(report));
  process.exitCode = report.conforms ? 0 : 1;
}
