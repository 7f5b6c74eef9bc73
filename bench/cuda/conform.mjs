// The conformance kit on every CUDA kernel, and a thousand prepare-apply-dispose cycles. Usage: node bench/cuda/conform.mjs --out FOLDER [--tiers quick,full] [--only REGEX]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { cuda, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { backendCases, runCases } from '@spmv/testkit';
import { provenance } from './provenance.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    tiers: { type: 'string', default: 'quick,full' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '100000' },
  },
});
mkdirSync(options.out, { recursive: true });
const pattern = new RegExp(options.only);
const formats = [...formatsPlugin.formats, ...packedPlugin.formats];
const kernels = cudaPlugin.kernels.filter((kernel) => pattern.test(kernel.id));
const begin = performance.now();
const signal = { get aborted() { return performance.now() - begin > 1000 * Number(options.seconds); } };
const report = await runCases(backendCases(cuda, { formats, kernels }), {
  subject: '@spmv/backend-cuda',
  tiers: options.tiers.split(','),
  signal,
  onCase: (one) => {
    if (one.status === 'failed') process.stdout.write(`FAILED ${one.id}: ${one.reason}\n`);
  },
});
writeFileSync(join(options.out, 'conformance.json'), JSON.stringify({ ...provenance(), ...report }));
process.stdout.write(`conformance: ${JSON.stringify(report.totals)}, error ratio ${report.errorRatio}, conforms ${report.conforms}, ${((performance.now() - begin) / 1000).toFixed(0)} s\n`);
process.exitCode = report.conforms ? 0 : 1;
