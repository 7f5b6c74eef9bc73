// README.md of a folder of results: what each file shows, which targets are met, predicted and reached rates, and notes.md.
// Usage: node bench/cpu/summary.mjs [--folder bench/results/cpu]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provenanceLine } from './provenance.mjs';
import { geomean, gflops } from './statistics.mjs';

const { values: given } = parseArgs({ options: { folder: { type: 'string', default: 'bench/results/cpu' } } });
const files = readdirSync(given.folder).sort();
const json = (name) => JSON.parse(readFileSync(join(given.folder, name), 'utf8'));
const percent = (share) => `${(100 * share).toFixed(0)} %`;
const isSerial = ({ label }) => label.startsWith('serial');
const fastest = (rows, by = 'medianUs') => [...rows].sort((a, b) => a[by] - b[by])[0];

/** What a matrix's rows come to. */
function judge({ name, nnz, rows: list, threads }) {
  const team = list.filter((row) => !isSerial(row));
  const [ours, peers] = [team.filter((row) => row.ours), team.filter((row) => !row.ours)];
  const single = list.filter((row) => isSerial(row) && row.ours);
  const native = list.find((row) => row.label === 'serial');
  const csr = single.find((row) => row.label === 'serial wasm/csr-simd');
  const [top, peer, alone] = [fastest(ours), fastest(peers), fastest(single)];
  return {
    name,
    nnz,
    threads,
    top,
    peer,
    alone,
    serialRatio: native && csr && native.medianUs / csr.medianUs,
    bestSerialRatio: native && alone && native.medianUs / alone.medianUs,
    ratio: peer && top && peer.medianUs / top.medianUs,
    tenthRatio: peer?.p10Us && fastest(peers, 'p10Us').p10Us / fastest(ours, 'p10Us').p10Us,
  };
}

const below = (rows, key) =>
  rows
    .filter((row) => row[key] < 1)
    .map((row) => `${row.name} ${row[key].toFixed(2)}`)
    .join(', ') || 'none';
const mean = (rows, key) => geomean(rows.map((row) => row[key]).filter(Boolean)).toFixed(2);
const met = (rows, key) => `${rows.filter((row) => row[key] >= 1).length} of ${rows.filter((row) => row[key]).length}`;

/** GFLOP/s that a thread's own rate, and the triad where the matrix leaves the cache, allow; the lesser. */
function predicted({ nnz, threads, alone, top }, bandwidth) {
  const byThreads = gflops(nnz, alone.medianUs) * threads;
  if (!bandwidth || top.bytes < bandwidth.cacheMiB * 2 ** 20) return byThreads;
  return Math.min(byThreads, (2 * nnz * bandwidth.triadGBs) / top.bytes);
}

function section(file) {
  const { machine, results } = json(file);
  const name = file.replace('.json', '');
  const bandwidth = files.includes(`${name}-bandwidth.json`) ? json(`${name}-bandwidth.json`) : undefined;
  const rows = results.map(judge).filter(({ top, alone }) => top && alone);
  const lines = [`## ${name}`, '', provenanceLine(machine), '', 'Target | Reached | Below it', '---|---|---'];
  lines.push(
    `one thread, CSR, ≥ 1.0 × g++ each | ${met(rows, 'serialRatio')} matrices, geometric mean ${mean(rows, 'serialRatio')} | ${below(rows, 'serialRatio')}`,
  );
  lines.push(
    `one thread, best format, 1.2 × g++ geometric mean (stretch) | ${mean(rows, 'bestSerialRatio')} | ${below(rows, 'bestSerialRatio')}`,
  );
  lines.push(
    `${rows[0]?.threads} threads, ≥ 1.0 × the best peer each | ${met(rows, 'ratio')} matrices | ${below(rows, 'ratio')}`,
  );
  lines.push(`${rows[0]?.threads} threads, 1.25 × the best peer geometric mean | ${mean(rows, 'ratio')} | `);
  if (bandwidth) {
    const csr = bandwidth.products.filter(({ kernel }) => kernel === 'wasm/csr-simd');
    lines.push(
      `empty product ≤ 2 µs | ${bandwidth.emptyUs.toFixed(2)} µs (OpenMP ${bandwidth.ompEmptyUs?.toFixed(2) ?? '–'}) | `,
    );
    lines.push(
      `CSR of a matrix ≥ 4 × the cache ≥ 85 % of triad (${bandwidth.triadGBs.toFixed(1)} GB/s; OpenMP's ${bandwidth.ompTriadGBs?.toFixed(1) ?? '–'}) | ${csr.map(({ name: matrix, ofTriad }) => `${matrix} ${percent(ofTriad)}`).join(', ')} | `,
    );
    const best = fastest(
      bandwidth.products.map((one) => ({ ...one, inverse: 1 / one.nominalOfTriad })),
      'inverse',
    );
    lines.push(
      `> 100 % nominal, by fewer bytes (stretch) | ${best.name} ${best.kernel} ${percent(best.nominalOfTriad)} | `,
    );
  }
  lines.push(
    '',
    'matrix | predicted | reached | of it | best peer | ratio of medians | ratio of fastest tenths | GB/s',
    '---|---|---|---|---|---|---|---',
  );
  for (const row of rows) {
    const [could, did] = [predicted(row, bandwidth), gflops(row.nnz, row.top.medianUs)];
    const speed = (row.top.bytes / row.top.medianUs / 1e3).toFixed(0);
    lines.push(
      `${row.name} | ${could.toFixed(1)} | ${row.top.label} ${did.toFixed(1)} | ${percent(did / could)} | ${row.peer ? `${row.peer.label} ${gflops(row.nnz, row.peer.medianUs).toFixed(1)}` : '–'} | ${row.ratio?.toFixed(2) ?? '–'} | ${row.tenthRatio?.toFixed(2) ?? '–'} | ${speed}`,
    );
  }
  return [...lines, ''];
}

/** { file suffix: what it shows }. */
const KINDS = [
  [/profile\.md$/, 'samples of the profiler on matrices below their targets: in kernels, dispatching, elsewhere'],
  [/-bandwidth\.(?:json|txt)$/, 'triad by the pool, products of a matrix four times the cache, an empty product'],
  [/-sweep\.csv$/, 'one thread and more, past the cores'],
  [/-cycles\.txt$/, 'pools created, used and disposed of: memory, threads, files'],
  [/-short-processes\.txt$/, 'processes that start workers and end'],
  [/-scripts\.md$/, 'beside mathjs, @thi.ng/sparse, csr-matrix and SciPy, one thread'],
  [/-experiment\.txt$/, 'huge pages, pinned threads, formats and orders of rows'],
  [/\.json$/, 'every candidate and peer of every matrix: median, fastest tenth, best, bytes, hash'],
  [/\.md$/, 'the same as a table'],
];
const own = new Set(['README.md', 'notes.md']);
const shown = files.filter((file) => !own.has(file));
const tables = shown.filter((file) => file.endsWith('.json') && json(file).schema === 'spmv.bench-cpu/1');
const text = [
  '# Results of the processor benches',
  '',
  'Made by `node bench/cpu/summary.mjs` from the files beside it. GFLOP/s of y = A x in f64; medians; ours and the peers in turn.',
  'Predicted: threads times the rate of one, or what the triad bandwidth lets through where the matrix is larger than the cache, whichever is less.',
  '',
  'File | Shows',
  '---|---',
  ...shown.map((file) => `[${file}](${file}) | ${KINDS.find(([pattern]) => pattern.test(file))?.[1] ?? ''}`),
  '',
  ...tables.flatMap(section),
  ...(existsSync(join(given.folder, 'notes.md'))
    ? [readFileSync(join(given.folder, 'notes.md'), 'utf8').trim(), '']
    : []),
];
writeFileSync(join(given.folder, 'README.md'), text.join('\n'));
