// Which kernels, formats and parameters the bench measures on a matrix.

const BLOCKS = [128, 256, 512, 1024];
const powers = (from, to) => Array.from({ length: Math.log2(to / from) + 1 }, (_, i) => from * 2 ** i);

/** { kernel, formatParams, params[] }: one build of the format, one prepared operator for each of `params`. */
export function candidatesFor({ nnz, shape, longest }, level) {
  const padded = shape.rows * longest;
  const ellpackFits = padded < 3 * nnz + 2 ** 20;
  const skewed = longest > 40 * (nnz / shape.rows) + 200;
  const list = [
    { kernel: 'cuda/csr-cusparse-alg1', params: [{}] },
    { kernel: 'cuda/csr-cusparse-alg2', params: [{}] },
    { kernel: 'cuda/csr-cusparse-sell', params: [{}], skip: skewed && nnz > 2 ** 20 },
    { kernel: 'cuda/csr-vector', params: powers(1, 32).map((threads) => ({ threads, blockSize: 256 })), after: BLOCKS.map((blockSize) => ({ blockSize })) },
    {
      kernel: 'cuda/csr-balanced',
      params: powers(nnz > 2 ** 22 ? 512 : 256, 4096).flatMap((capacity) => [{ capacity, blockSize: capacity > 512 ? 256 : 128 }]),
      after: BLOCKS.map((blockSize) => ({ blockSize })),
    },
    {
      kernel: 'cuda/csr-balanced-warp',
      params: powers(2, 16).flatMap((perLane) => (nnz < 2 ** 21 ? [1] : [1, 2, 4, 8]).map((tiles) => ({ perLane, tiles, blockSize: 128 }))),
      after: [64, 256, 512].map((blockSize) => ({ blockSize })),
    },
    { kernel: 'cuda/ellpack', params: BLOCKS.map((blockSize) => ({ blockSize })), skip: !ellpackFits },
    { kernel: 'cuda/ellpack-r', params: BLOCKS.map((blockSize) => ({ blockSize })), skip: !ellpackFits },
    ...packedCandidates(nnz),
  ];
  if (level === 'tune') return list.filter((c) => !c.skip);
  list.push(
    { kernel: 'cuda/csr-scalar', params: [{ blockSize: 256 }], after: BLOCKS.map((blockSize) => ({ blockSize })), skip: skewed && nnz > 2 ** 22 },
    { kernel: 'cuda/coo', params: [64, 128, 256, 512].map((perWarp) => ({ perWarp, blockSize: 256 })), after: BLOCKS.map((blockSize) => ({ blockSize })) },
    { kernel: 'cuda/csr-padded', formatParams: { multiple: 16 }, params: BLOCKS.map((blockSize) => ({ blockSize })) },
    { kernel: 'cuda/ellr-t', params: [1, 2, 4, 8].flatMap((threads) => [128, 256, 512].map((blockSize) => ({ threads, blockSize }))), skip: !ellpackFits },
  );
  return list.filter((c) => !c.skip);
}

function packedCandidates(nnz) {
  const steps = nnz < 2 ** 22 ? [2, 4, 8, 16] : nnz < 2 ** 24 ? [8, 16, 32] : [32, 64];
  const windows = [256, 8192];
  const points = ['4', '8', 'ahead'].map((inFlight) => ({ inFlight, blockSize: 128 }));
  return steps.flatMap((s) => windows.map((window) => ({
    kernel: 'cuda/packed',
    formatParams: { steps: s, window },
    params: points,
    after: [64, 256].map((blockSize) => ({ blockSize })),
  })));
}
