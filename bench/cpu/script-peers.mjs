// One thread, beside what people use from scripts: mathjs, @thi.ng/sparse, csr-matrix and SciPy, in turn, results compared.
// Usage: node bench/cpu/script-peers.mjs --modules FOLDER [--matrices FOLDER] [--only REGEX] [--out FILE]
// FOLDER: where `npm install --prefix FOLDER mathjs@15.2.0 @thi.ng/sparse@0.3.120 csr-matrix@2.0.0` was run. SciPy: python3's, if there.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { hashOf, matrixList, writeNative } from './matrices.mjs';
import { core, registry, serial } from './packages.mjs';
import { provenanceLine } from './provenance.mjs';
import { geomean, gflops, median } from './statistics.mjs';

const { values: given } = parseArgs({
  options: {
    modules: { type: 'string' },
    matrices: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string', default: '^(bcsstk16|cavity10|email-Enron|lap3d_40|usroads|memplus|stencil27-32)$' },
  },
});
const file = `/tmp/spmv-scripts-${process.pid}.bin`;
const require = createRequire(join(resolve(given.modules ?? '.'), 'package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const now = (run) => {
  const begin = performance.now();
  run();
  return (performance.now() - begin) * 1000;
};

async function scipy(rounds) {
  const child = spawn('python3', [fileURLToPath(new URL('scipy-peer.py', import.meta.url)), file], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line) => {
    child.stdin.write(`${line}\n`);
    return (await lines.next()).value;
  };
  child.stdin.on('error', () => {});
  const ready = (await lines.next()).value;
  if (ready === undefined) return undefined;
  return {
    label: ready,
    turn: async (runs) => (await ask(String(runs))).split(' ').map(Number),
    result: undefined,
    close: () => child.stdin.end(),
    rounds,
  };
}

/** { label, turn, result } of every peer that is installed and takes this matrix. */
async function peersOf(coo, x) {
  const rowStart = core.rowStartOf(coo);
  const vector = Array.from(x);
  const found = [];
  const add = (label, run, read) => {
    try {
      const result = Float64Array.from(read(run()));
      found.push({ label, result, turn: async (runs) => Array.from({ length: runs }, () => now(run)) });
    } catch (error) {
      process.stderr.write(`  ${label}: ${error.message}\n`);
    }
  };
  if (!given.modules) return found;
  const { create, all } = await load('mathjs');
  const math = create(all);
  // mathjs stores columns: the arrays of Aᵀ by rows.
  const order = Array.from(coo.values.keys()).sort(
    (a, b) => coo.colIndex[a] - coo.colIndex[b] || coo.rowIndex[a] - coo.rowIndex[b],
  );
  const ptr = Array(coo.shape.cols + 1).fill(0);
  for (const j of coo.colIndex) ptr[j + 1]++;
  for (let j = 0; j < coo.shape.cols; j++) ptr[j + 1] += ptr[j];
  const sparse = new math.SparseMatrix({
    values: order.map((k) => coo.values[k]),
    index: order.map((k) => coo.rowIndex[k]),
    ptr,
    size: [coo.shape.rows, coo.shape.cols],
    datatype: 'number',
  });
  const dense = math.matrix(vector, 'dense', 'number');
  add(
    'mathjs',
    () => math.multiply(sparse, dense),
    (y) => (typeof y.toArray === 'function' ? y.toArray().flat() : y),
  );
  const { CSR } = await load('@thi.ng/sparse').catch(
    () => import(pathToFileURL(join(resolve(given.modules), 'node_modules/@thi.ng/sparse/index.js')).href),
  );
  const csr = new CSR(
    coo.shape.rows,
    coo.shape.cols,
    Array.from(coo.values),
    Array.from(rowStart),
    Array.from(coo.colIndex),
  );
  add(
    '@thi.ng/sparse',
    () => csr.mulV(vector),
    (y) => y,
  );
  const { fromList } = (await load('csr-matrix')).default;
  const listed = fromList(
    Array.from(coo.values, (value, k) => [coo.rowIndex[k], coo.colIndex[k], value]),
    coo.shape.rows,
    coo.shape.cols,
  );
  const y = Array(coo.shape.rows).fill(0);
  add(
    'csr-matrix',
    () => listed.apply(vector, y),
    () => y,
  );
  return found;
}

const backend = await core.openBackend(serial);
const lines = ['matrix | nnz | hash | ours | peers: GFLOP/s (ours is times as fast)', '---|---|---|---|---'];
const ratios = new Map();
for (const { name, load: read } of matrixList(given.matrices, new RegExp(given.only), 1)) {
  const coo = await read();
  writeNative(file, coo);
  const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => Math.cos(j % 1000));
  const operator = await backend.prepare({
    operation: 'spmv',
    matrix: core.buildMatrix(registry.format('csr'), coo),
    kernel: registry.kernel('wasm/csr-simd'),
  });
  const [dx, dy] = [await backend.vector(x), await backend.vector(coo.shape.rows)];
  operator.apply(dx, dy);
  const reference = core.spmvReference({ coo, x, y: new Float64Array(coo.shape.rows), alpha: 1, beta: 0 }, 'f64');
  if (!(core.judge(await dy.read(), reference, 'f64').errorRatio <= 1)) throw new Error(`${name}: wrong`);
  const contenders = [
    { label: 'ours', turn: async (runs) => Array.from({ length: runs }, () => now(() => operator.apply(dx, dy))) },
    ...(await peersOf(coo, x)),
    await scipy(),
  ].filter(Boolean);
  for (const one of contenders) {
    one.samples = [];
    if (one.result && !(core.judge(one.result, reference, 'f64').errorRatio <= 1)) one.wrong = true;
  }
  for (let round = 0; round < 5; round++) {
    for (const one of contenders)
      one.samples.push(
        ...(await one.turn(round === 0 ? 1 : Math.max(1, Math.min(200, Math.round(20000 / one.samples.at(-1)))))),
      );
  }
  const [ours, ...peers] = contenders.map(({ label, samples, wrong = false }) => ({
    label,
    wrong,
    us: median(samples),
  }));
  for (const { label, us } of peers) ratios.set(label, [...(ratios.get(label) ?? []), us / ours.us]);
  lines.push(
    `${name} | ${coo.values.length} | ${hashOf(coo)} | ${gflops(coo.values.length, ours.us).toFixed(2)} | ${peers.map(({ label, wrong, us }) => `${label}${wrong ? ' (result beyond the error bound)' : ''} ${gflops(coo.values.length, us).toFixed(3)} (${(us / ours.us).toFixed(1)})`).join(', ')}`,
  );
  process.stderr.write(`${lines.at(-1)}\n`);
  contenders.forEach((one) => one.close?.());
  await Promise.all([operator.dispose(), dx.dispose(), dy.dispose()]);
}
await backend.dispose();
rmSync(file, { force: true });
lines.push(
  '',
  `geometric means: ${[...ratios].map(([label, list]) => `${label} ${geomean(list).toFixed(1)}`).join(', ')}`,
);
const text = `${provenanceLine()}. One thread, CSR in WebAssembly; medians.\n\n${lines.join('\n')}\n`;
if (given.out) writeFileSync(given.out, text);
process.stdout.write(text);
