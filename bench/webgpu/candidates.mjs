// Which kernels, formats and parameters the bench measures on a matrix.

const powers = (from, to) => Array.from({ length: Math.log2(to / from) + 1 }, (_, i) => from * 2 ** i);

/** { kernel, formatParams, params[] } of backend webgpu, for a device with the given capabilities. */
export function wgslCandidates({ nnz, rows, longest }, device) {
  const ellpackFits = rows * longest < 3 * nnz + 2 ** 20;
  const skewed = longest > 40 * (nnz / rows) + 200;
  const shuffles = device.capabilities.includes('subgroups') && device.limits.subgroupSize >= 32;
  const reductions = shuffles ? ['subgroup', 'workgroup'] : ['workgroup'];
  const list = [
    { kernel: 'wgsl/csr-vector', params: powers(2, 32).map((T) => ({ T, block: 256, reduction: reductions[0] })), refine: [{ block: 128 }, { block: 512 }, { reduction: 'workgroup' }] },
    {
      kernel: 'wgsl/csr-balanced',
      params: [128, 256].flatMap((block) => [4, 8, 16].map((items) => ({ block, items, reduction: reductions[0] }))),
      refine: [{ reduction: 'workgroup' }],
    },
    { kernel: 'wgsl/coo', params: [{ block: 128, items: 8 }, { block: 256, items: 4 }, { block: 256, items: 8 }] },
    { kernel: 'wgsl/csr', params: [{ block: 256 }], skip: skewed && nnz > 2 ** 22 },
    { kernel: 'wgsl/csr-padded', formatParams: { multiple: 4 }, params: powers(2, 16).map((T) => ({ T, block: 256, width: 4, reduction: reductions[0] })) },
    { kernel: 'wgsl/ellpack', params: [128, 256, 512].map((block) => ({ block })), skip: !ellpackFits },
    { kernel: 'wgsl/ellpack-r', params: [128, 256, 512].map((block) => ({ block })), skip: !ellpackFits },
    { kernel: 'wgsl/ellr-t', params: [2, 4, 8].map((T) => ({ T, block: 256, reduction: 'workgroup' })), skip: !ellpackFits },
    { kernel: 'wgsl/sell', params: [{ block: 64 }, { block: 128 }, { block: 256 }] },
    { kernel: 'wgsl/packed', params: reductions.flatMap((reduction) => [64, 128, 256].map((block) => ({ block, reduction }))), steps: true },
  ];
  return list.filter(({ skip }) => !skip).flatMap((one) => (one.steps ? stepsOf(nnz).map((steps) => ({ ...one, formatParams: { steps } })) : [one]));
}

/** The same of backend cuda: what its own bench found fast. */
export function cudaCandidates({ nnz, rows, longest }) {
  const ellpackFits = rows * longest < 3 * nnz + 2 ** 20;
  return [
    { kernel: 'cuda/csr-vector', params: powers(1, 32).map((threads) => ({ threads, blockSize: 256 })) },
    { kernel: 'cuda/csr-balanced', params: powers(256, 4096).map((capacity) => ({ capacity, blockSize: capacity > 512 ? 256 : 128 })) },
    { kernel: 'cuda/ellpack-r', params: [{ blockSize: 128 }, { blockSize: 256 }], skip: !ellpackFits },
    { kernel: 'cuda/sell', params: [{ blockSize: 128 }, { blockSize: 256 }] },
    ...stepsOf(nnz).map((steps) => ({ kernel: 'cuda/packed', formatParams: { steps }, params: [{}] })),
    { kernel: 'cuda/csr-cusparse-alg1', params: [{}] },
    { kernel: 'cuda/csr-cusparse-alg2', params: [{}] },
  ].filter(({ skip }) => !skip);
}

function stepsOf(nnz) {
  return nnz < 2 ** 22 ? [4, 8, 16] : [16, 32];
}
