// Operators, vectors and plans that fail half-way leave no memory on the device. Prints a line of JSON.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildMatrix, createRegistry, openBackend } from '@spmv/core';
import { cuda, measureDevice, planSpmv, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { powerLaw } from '@spmv/testkit';

const { values: options } = parseArgs({ options: { cycles: { type: 'string', default: '200' } } });
const cycles = Number(options.cycles);
const registry = createRegistry([formatsPlugin, packedPlugin, cudaPlugin]);
const coo = powerLaw({ rows: 30_000, meanPerRow: 12, maxPerRow: 900 });
const backend = await openBackend(cuda);
const libraries = backend.device.capabilities;
const freeBytes = async () => (await measureDevice({}, 2 ** 20, 1)).freeBytes;
const stored = new Map();
const matrixOf = ({ format }) => {
  if (!stored.has(format)) stored.set(format, buildMatrix(registry.format(format), coo));
  return stored.get(format);
};

/** A kernel whose program is changed: what fails is the device, after the matrix was copied to it. */
const spoilt = (id, change) => {
  const kernel = registry.kernel(id);
  return { ...kernel, program: (context, params) => change(kernel.program(context, params)) };
};
const prepare = (kernel) => backend.prepare({ operation: 'spmv', matrix: matrixOf(kernel), kernel });
const missingEntry = (program) => ({
  ...program,
  launches: program.launches.map((launch) => ({ ...launch, entryPoint: 'missing' })),
});
const endless = (program) => ({ ...program, scratch: { ...program.scratch, parts: 2 ** 45 } });

/** Vectors of 16 GiB until there is no room. */
async function fill() {
  const made = [];
  try {
    for (;;) made.push(await backend.vector(2 ** 31 - 1));
  } finally {
    for (const vector of made) await vector.dispose();
  }
}

const WORK = [
  ['an entry point that is missing', () => prepare(spoilt('cuda/csr-vector', missingEntry))],
  ['scratch memory that no device has', () => prepare(spoilt('cuda/coo', endless))],
  [
    'a module that does not load',
    () =>
      prepare(
        spoilt('cuda/csr-balanced', (program) => ({
          ...program,
          modules: [{ language: 'ptx', minCompute: 75, source: { kind: 'text', text: 'no PTX' } }],
        })),
      ),
  ],
  ['a vector that the device has no more room for', fill],
  [
    'a plan whose kernels all fail',
    () => planSpmv({ backend, coo, registry: { ...registry, kernel: (id) => spoilt(id, missingEntry) } }),
  ],
  [
    'a plan that works',
    async () => {
      const { operator } = await planSpmv({ backend, coo, registry, runs: 1 });
      await operator.dispose();
      return 'worked';
    },
  ],
  ...(libraries.includes('cusparse')
    ? [
        [
          'an algorithm of cuSPARSE for another format',
          () =>
            prepare(
              spoilt('cuda/csr-cusparse-alg1', (program) => ({ ...program, algorithm: 'CUSPARSE_SPMV_SELL_ALG1' })),
            ),
        ],
      ]
    : []),
];

const cases = [];
for (const [name, work] of WORK) {
  const count = name.startsWith('a plan') ? Math.ceil(cycles / 20) : name.startsWith('a vector') ? 3 : cycles;
  let failed = 0;
  let worked = 0;
  const cycle = async () => {
    try {
      const made = await work();
      worked++;
      await made?.dispose?.();
    } catch {
      failed++;
    }
  };
  await cycle();
  await backend.finish();
  const before = await freeBytes();
  for (let i = 0; i < count; i++) await cycle();
  await backend.finish();
  cases.push({ name, cycles: count, failed, worked, lostBytes: before - (await freeBytes()) });
}
await backend.dispose();
process.stdout.write(`${JSON.stringify({ cases })}\n`);
// Nothing is shown by what did not fail, but for the plan that is to work.
process.exitCode =
  cases.every(({ lostBytes, failed, worked }) => lostBytes <= 0 && (failed === 0) !== (worked === 0)) &&
  cases.filter(({ worked }) => worked > 0).length === 1
    ? 0
    : 1;
