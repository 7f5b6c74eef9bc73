// Whether sums that kernels for CUDA take over vectors and products have the bits on the device that their own code has in the interpreter of @spmv/trace, each time: alone, and in a sequence in which every launch may begin early.
// Usage: node tools/device/sums.ts [--sizes 1000,20000] [--times 50] [--backend cuda]   Sizes are rows. Prints Markdown; ends with 1 where a bit differs.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plugin as cuda } from '@spmv/backend-cuda';
import type { CooMatrix, Kernel, ValueArray, Vector } from '@spmv/core';
import {
  buildMatrix,
  createRegistry,
  createWorkload,
  isRefusal,
  openBackend,
  operandList,
  PRECISIONS,
  product,
  scalarValues,
} from '@spmv/core';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { randomVector, stencil5 } from '@spmv/testkit';
import { planTrace, traceKernel } from '@spmv/trace';
import { plugin as vectors } from '@spmv/vectors';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,20000' },
    times: { type: 'string', default: '50' },
    backend: { type: 'string', default: 'cuda' },
  },
});
const registry = createRegistry([formats, sell, packed, fused, vectors, cuda]);
const backend = await openBackend(registry.backend(options.backend));
const kernels = registry
  .kernels({ targets: ['cuda'] })
  .filter(({ operation }) => ['dots', 'linear', 'hadamard', 'descend', 'fused'].includes(operation));
const scalars = { alpha: 0.75, beta: 0 };

const bitsOf = (numbers: readonly ValueArray[]): string =>
  numbers.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString('hex')).join(' ');

/** What the kernel's sums are in the interpreter, and all that they are on the device; undefined where it takes none. */
async function compared(
  kernel: Kernel,
  precision: 'f64' | 'f32',
  coo: CooMatrix,
): Promise<{ readonly expected: string; readonly found: ReadonlySet<string> } | undefined> {
  const operation = registry.operation(kernel.operation);
  const { host } = PRECISIONS[precision];
  const format = kernel.format === undefined ? undefined : registry.format(kernel.format);
  const sizes = format ? {} : { n: coo.shape.rows };
  const workload = createWorkload(operation, format ? coo : undefined, { options: kernel.options ?? {}, sizes });
  const sums = workload.signature.buffers.filter(({ role, access }) => role === 'device-scalar' && access === 'write');
  if (sums.length === 0) return undefined;
  const matrix = format ? { matrix: buildMatrix(format, coo, { valueType: host, target: 'cuda' }) } : {};
  const given = Object.fromEntries(
    workload.signature.buffers.map(({ name, length }, b) => [name, randomVector(length, { type: host, seed: 5 + b })]),
  );
  // Small blocks: many of them in few rows.
  const smallest = kernel.params.axes['blockSize']?.values[0];
  const params = smallest === undefined ? {} : { blockSize: smallest };
  const asked = { operation, kernel, precision, sizes, params, ...matrix };
  const plan = planTrace({ ...asked, device: backend.device });
  const request = { ...asked, params: plan.params };
  const operator = await backend.prepare(request);
  const ptx = readFileSync(fileURLToPath(plan.ptxUrl), 'utf8');
  const { results } = traceKernel({
    ...request,
    device: backend.device,
    operands: given,
    scalars,
    ptx,
  });
  const expected = bitsOf(sums.map(({ name }) => results[name]));
  const found = new Set<string>();
  const steps: Awaited<ReturnType<typeof made>>[] = [];
  const made = async () => {
    const handles: Record<string, Vector> = {};
    for (const [name, values] of Object.entries(given)) handles[name] = backend.vector(values.slice(), precision);
    return { handles, list: operandList(workload, handles, scalarValues(workload, scalars)) };
  };
  const look = async ({ handles }: Awaited<ReturnType<typeof made>>): Promise<void> => {
    found.add(bitsOf(await Promise.all(sums.map(({ name }) => handles[name].read()))));
  };
  // Each has operands of its own, and what is written does not come back as what is read.
  for (let k = 0; k < Number(options.times); k++) steps.push(await made());
  for (const step of steps.slice(0, steps.length / 2)) {
    operator.apply(...step.list);
    await look(step);
  }
  const rest = steps.slice(steps.length / 2);
  const sequence = await backend.sequence(rest.map(({ list }) => product(operator, ...list)));
  sequence.run();
  for (const step of rest) await look(step);
  await sequence.dispose();
  for (const { handles } of steps) for (const vector of Object.values(handles)) await vector.dispose();
  await operator.dispose();
  return { expected, found };
}

process.stdout.write(
  `${backend.device.name}\n\n| kernel | rows | in the interpreter | on the device, ${options.times} times |\n`,
);
process.stdout.write('| --- | --- | --- | --- |\n');
let different = 0;
for (const size of options.sizes.split(',').map(Number)) {
  const coo = stencil5({ n: Math.round(Math.sqrt(size)) });
  for (const kernel of kernels) {
    for (const precision of ['f64', 'f32'] as const) {
      try {
        const seen = await compared(kernel, precision, coo);
        if (!seen) continue;
        const others = [...seen.found].filter((bits) => bits !== seen.expected);
        different += others.length;
        process.stdout.write(
          `| ${kernel.id} ${precision} | ${coo.shape.rows} | ${seen.expected} | ${others.length === 0 ? 'the same' : `**${others.join(', ')}**`} |\n`,
        );
      } catch (error) {
        if (!isRefusal(error)) throw error;
        process.stdout.write(`| ${kernel.id} ${precision} | ${coo.shape.rows} | refused | |\n`);
      }
    }
  }
}
process.stdout.write(`\n${different} other sums.\n`);
await backend.dispose();
process.exitCode = different === 0 ? 0 : 1;
