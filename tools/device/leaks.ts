// Operators, vectors and plans that fail half-way leave no memory on the device, nor does what works a thousand times. Prints a line of JSON.
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Kernel, Operator, SpmvArguments, StoredMatrix, Vector } from '@spmv/core';
import { buildMatrix, openBackend, spmv } from '@spmv/core';
import { cuda, measureDevice } from '@spmv/backend-cuda';
import { powerLaw } from '@spmv/testkit';
import { gpuRegistry } from './plugins.ts';

const { values: options } = parseArgs({ options: { cycles: { type: 'string', default: '200' } } });
const cycles = Number(options.cycles);
const registry = gpuRegistry();
const coo = powerLaw({ rows: 30_000, meanPerRow: 12, maxPerRow: 900 });
const backend = await openBackend(cuda);
const libraries = backend.device.capabilities;
const x = backend.vector(new Float64Array(coo.shape.cols).fill(1));
const y = backend.vector(coo.shape.rows);
const freeBytes = async (): Promise<number> => (await measureDevice({}, 2 ** 20, 1)).freeBytes;
const stored = new Map<string, StoredMatrix>();
const matrixOf = ({ format = '' }: Kernel): StoredMatrix => {
  const matrix = stored.get(format) ?? buildMatrix(registry.format(format), coo);
  stored.set(format, matrix);
  return matrix;
};

/** What of a program on CUDA is spoilt. */
interface Program {
  readonly launches: readonly object[];
  readonly scratch?: object;
}

/** A kernel whose program is changed: what fails is the device, after the matrix was copied to it. */
const spoilt = (id: string, change: (program: Program) => object): Kernel => {
  const kernel = registry.kernel(id) as Kernel<'cuda'>;
  const program: unknown = (...inputs: Parameters<typeof kernel.program>) =>
    change(kernel.program(...inputs) as unknown as Program);
  return { ...kernel, program } as Kernel;
};
const prepare = (kernel: Kernel): Promise<Operator<SpmvArguments>> =>
  backend.prepare({ operation: spmv, matrix: matrixOf(kernel), kernel });
const missingEntry = (program: Program): object => ({
  ...program,
  launches: program.launches.map((launch) => ({ ...launch, entryPoint: 'missing' })),
});

/** Vectors of 16 GiB until there is no room. */
async function fill(): Promise<undefined> {
  const made: Vector[] = [];
  try {
    for (;;) made.push(backend.vector(2 ** 31 - 1));
  } finally {
    for (const vector of made) await vector.dispose();
  }
}

/** What is repeated, and whether it is to succeed. */
interface Work {
  readonly name: string;
  readonly succeeds?: true;
  readonly cycles: number;
  run(): Promise<{ dispose(): Promise<void> } | undefined>;
}

/** Formats that want a structure which this matrix has not. */
const UNSUITED = new Set(['symmetric', 'dia']);

const kernels = registry
  .kernels({ operation: 'spmv', targets: ['cuda'] })
  .filter(
    (kernel) => kernel.operation === 'spmv' && kernel.vendor !== true && !UNSUITED.has(kernel.format ?? ''),
  ) as readonly Kernel[];
let turn = 0;

const WORK: readonly Work[] = [
  { name: 'an entry point that is missing', cycles, run: () => prepare(spoilt('cuda/csr-vector', missingEntry)) },
  {
    name: 'scratch memory that no device has',
    cycles,
    run: () => prepare(spoilt('cuda/coo', (program) => ({ ...program, scratch: { partials: 2 ** 45 } }))),
  },
  {
    name: 'a module that does not load',
    cycles,
    run: () =>
      prepare(
        spoilt('cuda/csr-balanced', (program) => ({
          ...program,
          modules: [{ language: 'ptx', minCompute: 75, source: { kind: 'text', text: 'no PTX' } }],
        })),
      ),
  },
  { name: 'a vector that the device has no more room for', cycles: 3, run: fill },
  {
    name: 'every kernel in turn, prepared, multiplied with and disposed of',
    succeeds: true,
    cycles: 5 * cycles,
    async run() {
      const operator = await prepare(kernels[turn++ % kernels.length]);
      operator.apply(x, y);
      return operator;
    },
  },
  ...(libraries.includes('cusparse')
    ? [
        {
          name: 'an algorithm of cuSPARSE that there is not',
          cycles,
          run: () =>
            prepare(
              spoilt(
                'cuda/csr-cusparse-alg2',
                (program) => JSON.parse(JSON.stringify(program).replaceAll('{"i32":3}', '{"i32":99}')) as object,
              ),
            ),
        },
      ]
    : []),
];

const cases: {
  readonly name: string;
  readonly cycles: number;
  readonly failed: number;
  readonly worked: number;
  /** Some of what was said. */
  readonly reasons: readonly string[];
  readonly lostBytes: number;
}[] = [];
for (const { name, cycles: count, run } of WORK) {
  let failed = 0;
  let worked = 0;
  const reasons = new Set<string>();
  const cycle = async (): Promise<void> => {
    try {
      const made = await run();
      worked++;
      await made?.dispose();
    } catch (error) {
      failed++;
      reasons.add((error as Error).message);
    }
  };
  // Once each: what is loaded for a kernel the first time stays.
  for (let i = 0; i < kernels.length; i++) await cycle();
  await backend.finish();
  const before = await freeBytes();
  for (let i = 0; i < count; i++) await cycle();
  await backend.finish();
  cases.push({
    name,
    cycles: count,
    failed,
    worked,
    reasons: [...reasons].slice(0, 3),
    lostBytes: before - (await freeBytes()),
  });
}
await backend.dispose();
process.stdout.write(`${JSON.stringify({ cases })}\n`);
// Nothing is shown by what did not fail, but for what is to work.
process.exitCode = cases.every(
  ({ lostBytes, failed, worked }, w) =>
    lostBytes <= 0 && (WORK[w]?.succeeds ? failed === 0 && worked > 0 : failed > 0 && worked === 0),
)
  ? 0
  : 1;
