/** A document as `spmv bench --json` writes it: two matrices, three formats, two backends, a peer, and what went wrong. */
export function benchDocument(slower = 1): Record<string, unknown> {
  const matrices = [
    { name: 'small', rows: 100, cols: 100, nnz: 500 },
    { name: 'large <b>', rows: 4000, cols: 4000, nnz: 64_000 },
  ];
  const formats = ['csr', 'sell', 'ellpack'];
  const results = matrices.flatMap((matrix, m) =>
    ['serial', 'threads'].flatMap((backend, b) =>
      formats.map((format, f) => {
        const medianMs = (slower * matrix.nnz * (1 + 0.25 * f)) / (1e6 * (1 + b * m));
        const storageBytes = matrix.nnz * (12 + 4 * f) + 4 * matrix.rows;
        const compulsory = storageBytes + 16 * matrix.rows;
        return {
          problem: { name: matrix.name, source: matrix.name, hash: `${m}`, sizes: {}, layouts: {}, operands: {} },
          matrix: { ...matrix, source: matrix.name, hash: `${m}` },
          operation: 'spmv',
          backend,
          device: 'CPU',
          format,
          formatParams: {},
          kernel: `wasm/${format}`,
          kernelParams: {},
          launchParams: backend === 'threads' ? { threads: 2 } : {},
          precision: 'f64',
          status: 'ok',
          reason: null,
          convertMs: 1 + f,
          prepareMs: 0.5,
          medianMs,
          medianLowMs: medianMs * 0.95,
          medianHighMs: medianMs * 1.1,
          gflops: (2 * matrix.nnz) / (medianMs * 1e6),
          gbPerSecond: compulsory / (medianMs * 1e6),
          speedup: (slower * matrix.nnz) / 5e5 / medianMs,
          storageBytes,
          errorRatio: f === 2 ? 0 : 10 ** -(2 + f),
          samplesMs: [medianMs],
          ...(backend === 'threads' && f === 0
            ? {
                workers: [
                  { busyMs: 0.1, waitMs: 0.02 },
                  { busyMs: 0.08, waitMs: 0.04 },
                ],
              }
            : {}),
        };
      }),
    ),
  );
  const [first] = results;
  return {
    schema: 'spmv.bench/1',
    started: '2026-11-22T06:00:00.123Z',
    host: {
      cpu: 'A processor',
      cores: 2,
      memoryBytes: 2 ** 34,
      loadAverage: 0.5,
      os: 'Linux 6',
      arch: 'x64',
      node: '24.0.0',
    },
    options: { operation: 'spmv', variant: { transpose: false }, seed: 42, runs: 20 },
    backends: [
      { id: 'serial', version: '0.1.0', status: 'available', device: 'CPU', reason: null, copyGbPerSecond: 12.5 },
      { id: 'cuda', status: 'unavailable', device: null, reason: 'There is no driver.' },
    ],
    matrices: matrices.map((matrix, m) => ({
      problem: { name: matrix.name },
      matrix,
      baselineMs: { f64: (slower * matrix.nnz) / 5e5 },
      verdicts: [{ precision: 'f64', text: 'f64: use csr.', ties: 0 }],
      agreement: [
        {
          precision: 'f64',
          members: ['serial', 'threads', 'acme/plain'],
          pairs: [
            { members: ['serial', 'serial'], ratio: 0 },
            { members: ['serial', 'threads'], ratio: 1e-6 },
            { members: ['serial', 'acme/plain'], ratio: 12 },
            { members: ['threads', 'threads'], ratio: 0.02 },
            { members: ['threads', 'acme/plain'], ratio: 1 },
          ],
          said: ['odd one out: acme/plain'],
        },
        { precision: 'f32', members: ['serial'], pairs: [], said: [] },
      ],
      ...(m === 0
        ? {
            rowLengths: [
              { from: 4, to: 4, rows: 40 },
              { from: 5, to: 5, rows: 60 },
            ],
            spy: { width: 2, height: 2, counts: [1, 0, 0, 1] },
          }
        : {}),
    })),
    results: [
      ...results,
      {
        ...first,
        format: 'hyb',
        kernel: null,
        status: 'refused',
        reason: 'Rows are too long.',
        medianMs: null,
        gflops: null,
        gbPerSecond: null,
        speedup: null,
        errorRatio: null,
      },
      { ...first, backend: 'mkl', kernel: 'mkl-sparse', imported: { file: 'peer.json', cpu: 'other' } },
    ],
    errors: [{ matrix: 'gone.mtx', reason: 'no such file' }],
    leftOut: [],
    interrupted: false,
    timings: { time: 1500 },
  };
}

/** A document of `spmv sweep`: three threads counts of two kernels. */
export function sweepDocument(): Record<string, unknown> {
  const { results, ...rest } = benchDocument();
  const [first] = results as readonly Record<string, unknown>[];
  return {
    ...rest,
    sweep: { what: 'threads', axis: 'threads' },
    results: ['wasm/csr', 'wasm/sell'].flatMap((kernel, k) =>
      [1, 2, 4].map((threads) => ({
        ...first,
        backend: 'threads',
        kernel,
        launchParams: { threads },
        gflops: threads * (k + 1),
        medianMs: 1 / threads / (k + 1),
        medianLowMs: 0.9 / threads / (k + 1),
        medianHighMs: 1.2 / threads / (k + 1),
      })),
    ),
  };
}
