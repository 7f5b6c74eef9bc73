// A WebGPU product over more rows than one dimension of workgroups holds many times over. Prints a line of JSON; exits with 77 without an adapter.
import process from 'node:process';
import { createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin, webgpu } from '@spmv/backend-webgpu';
import { plugin as formats } from '@spmv/formats';
import { check, oneEntryRows } from './one-entry-rows.ts';

const probe = await webgpu.probe();
if (!probe.available) {
  process.stdout.write(`${JSON.stringify({ unavailable: probe.reason })}\n`);
  process.exit(77);
}
const rows = 2 ** 27 + 77;
const backend = await openBackend(webgpu);
const kernel = createRegistry([plugin, formats]).kernel('wgsl/csr-vector');
const operator = await backend.prepare({
  operation: spmv,
  matrix: oneEntryRows('csr', rows),
  kernel,
  params: { threadsPerRow: 32, blockSize: 64 },
  trusted: true,
});
const found = { device: backend.device.name, rows, threads: rows * 32, ...(await check(backend, operator, rows)) };
await backend.dispose();
process.stdout.write(`${JSON.stringify(found)}\n`);
process.exitCode = found.wrong === 0 ? 0 : 1;
