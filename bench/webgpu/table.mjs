// What a run found, as Markdown: the best kernel of each backend on each matrix.

const best = (rows, test) =>
  rows.filter((row) => row.status === 'ok' && test(row)).sort((a, b) => a.hotMs - b.hotMs)[0];
const geomean = (numbers) => Math.exp(numbers.reduce((sum, n) => sum + Math.log(n), 0) / numbers.length);
const short = (row) =>
  row
    ? `${row.kernel} ${Object.entries({ ...row.formatParams, ...row.params })
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}`
    : 'none';
const sameFormat = new Set(['coo', 'csr', 'csr-padded', 'ellpack', 'ellpack-r', 'sell']);

/** Bytes of the operator over time, of the bandwidth of a copy too large for the caches. Above 100 % the caches served. */
function share({ copies }, row) {
  return row ? `${Math.round((100 * row.bytes) / row.hotMs / 1e6 / copies.at(-1).medianGBs)} %` : '–';
}

/** Ratios on one matrix: above 1 is faster than CUDA. */
export function ratiosOf({ rows }) {
  const wgsl = best(rows, ({ kernel, precision }) => kernel.startsWith('wgsl/') && precision === 'f32');
  const df64 = best(rows, ({ kernel, precision }) => kernel.startsWith('wgsl/') && precision === 'df64');
  const isOwn = ({ kernel }) => kernel.startsWith('cuda/') && !kernel.includes('cusparse');
  const own = best(rows, (row) => isOwn(row) && row.overlap !== false);
  const alone = best(rows, (row) => isOwn(row) && row.overlap === false);
  const papers = best(rows, (row) => isOwn(row) && row.overlap === false && sameFormat.has(row.format));
  const vendor = best(rows, ({ kernel }) => kernel.includes('cusparse'));
  const over = (other) => (wgsl && other ? other.hotMs / wgsl.hotMs : undefined);
  return {
    wgsl,
    df64,
    own,
    alone,
    papers,
    vendor,
    overOwn: over(own),
    overAlone: over(alone),
    overPapers: over(papers),
    overVendor: over(vendor),
  };
}

/** The whole document. */
export function markdown(document) {
  const gf = (matrix, row) => (row ? ((2 * matrix.nnz) / row.hotMs / 1e6).toFixed(0) : '–');
  const number = (value) => (value === undefined ? '–' : value.toFixed(2));
  const found = document.matrices.map((matrix) => ({ matrix, ...ratiosOf(matrix) }));
  const us = (row) => (row ? (row.hotMs * 1000).toFixed(2) : '–');
  const lines = found.map(({ matrix, wgsl, df64, own, alone, vendor, overOwn, overAlone, overPapers, overVendor }) =>
    [
      matrix.name,
      matrix.nnz,
      gf(matrix, wgsl),
      wgsl ? (wgsl.bytes / wgsl.hotMs / 1e6).toFixed(0) : '–',
      gf(matrix, df64),
      gf(matrix, own),
      gf(matrix, alone),
      gf(matrix, vendor),
      us(wgsl),
      us(own),
      us(alone),
      number(overOwn),
      number(overAlone),
      number(overPapers),
      number(overVendor),
      share(document, wgsl),
      short(wgsl),
      short(own),
      wgsl ? (wgsl.hostMs * 1000).toFixed(1) : '–',
      matrix.sha256 ?? '–',
    ].join(' | '),
  );
  const mean = (field, test) => {
    const values = found.filter((one) => one[field] !== undefined && test(one.matrix)).map((one) => one[field]);
    return values.length > 0 ? geomean(values).toFixed(2) : '–';
  };
  const large = ({ nnz }) => nnz >= 1e6;
  return `# WebGPU f32 beside CUDA f32

Device: ${document.device.name} through ${document.device.details?.through ?? '?'}, ${document.device.details?.driver ?? '?'}; subgroup size ${document.device.limits.subgroupSize ?? 'none'};
double-float: ${document.device.details?.doubleFloat}, ${document.device.details?.doubleFloatBits} bits. Commit ${document.commit}, ${document.date}.
Copy: ${document.copies.map((copy) => `${copy.medianGBs.toFixed(0)} GB/s (best ${copy.bestGBs.toFixed(0)}) of ${(copy.elements * 8) / 2 ** 20} MiB`).join('; ')}.
sha256: the first 16 digits of the hash of shape, rows, columns and values. Device times, median, caches hot; GFLOP/s = 2·nnz/T. Ratios above 1: WebGPU is faster.

CUDA: as it is, where a product begins while the one before it ends (programmatic dependent launch), and one product at a time (SPMV_CUDA_NO_OVERLAP=1),
which is what WebGPU can do: products of one queue that write the same y are separated by a barrier.

Geometric means: over our CUDA ${mean('overOwn', () => true)} (≥ 1 M entries ${mean('overOwn', large)}), over our CUDA one product at a time ${mean('overAlone', () => true)} (≥ 1 M ${mean('overAlone', large)}), the same in the formats of the papers ${mean('overPapers', () => true)} (≥ 1 M ${mean('overPapers', large)}), over cuSPARSE CSR ${mean('overVendor', () => true)} (≥ 1 M ${mean('overVendor', large)}).

matrix | nnz | WebGPU GF | GB/s of the operator | df64 GF | CUDA GF | CUDA one at a time GF | cuSPARSE GF | WebGPU µs | CUDA µs | CUDA one at a time µs | over CUDA | over CUDA one at a time | the same, papers' formats | over cuSPARSE | of copy | WebGPU's best | CUDA's best | host µs a product | sha256
---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---
${lines.join('\n')}
`;
}
