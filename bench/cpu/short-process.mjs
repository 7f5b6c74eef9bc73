// One of bench/cpu/short-processes.mjs.
import { core, registry, threads } from './packages.mjs';

const backend = await core.openBackend(threads);
const matrix = core.buildMatrix(
  registry.format('csr'),
  core.cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [0, 1], values: [1, 1] }),
);
const operator = await backend.prepare({
  operation: 'spmv',
  matrix,
  kernel: registry.kernel('wasm/csr-simd'),
  params: { threads: 3 },
});
const x = await backend.vector(new Float64Array([1, 2]));
const y = await backend.vector(2);
operator.apply(x, y);
if ((await y.read())[1] !== 2) throw new Error('wrong');
process.stdout.write('ok\n');
if (process.argv[2] === 'dispose') await backend.dispose();
