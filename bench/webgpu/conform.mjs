// The conformance kit on this device. Usage: node bench/webgpu/conform.mjs [--seconds 120] [--out FILE] [--tiers quick]
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { plugin as webgpuPlugin } from '@spmv/backend-webgpu';
import { plugin as formatsPlugin } from '@spmv/formats';
import { pluginCases, runCases } from '@spmv/testkit';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '100000' }, out: { type: 'string' }, tiers: { type: 'string', default: 'quick' } } });
const report = await runCases(pluginCases(webgpuPlugin, { formats: formatsPlugin.formats }), {
  subject: '@spmv/backend-webgpu',
  tiers: values.tiers.split(','),
  signal: AbortSignal.timeout(Number(values.seconds) * 1000),
});
process.stdout.write(`${report.devices.join(', ')}: ${JSON.stringify(report.totals)}, largest error ratio ${report.errorRatio}, conforms: ${report.conforms}\n`);
for (const one of report.cases.filter(({ status }) => status === 'failed').slice(0, 20)) process.stdout.write(`${JSON.stringify(one).slice(0, 600)}\n`);
if (values.out) writeFileSync(values.out, JSON.stringify(report));
process.exitCode = report.conforms ? 0 : 1;
