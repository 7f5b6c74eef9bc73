// Which kernels, formats and parameters the bench measures on a matrix.

const powers = (from, to) => Array.from({ length: Math.log2(to / from) + 1 }, (_, i) => from * 2 ** i);
/** Rows sorted together: a large matrix takes seconds to build, and none of them was faster with few. */
const windowsOf = ({ nnz }) => (nnz > 2 ** 22 ? [8192] : [256, 8192]);

/** What can win on a matrix with these facts. */
function factsOf({ nnz, rows, longest }) {
  return {
    ellpackFits: rows * longest < 3 * nnz + 2 ** 20,
    skewed: longest > 40 * (nnz / rows) + 200,
    large: nnz > 2 ** 22,
  };
}

/**
 * { kernel, formatParams, params[], refine[] } of backend webgpu, for a device with the given capabilities; fewer in df64. Kernels that
 * won on some matrix of an earlier run are searched, the others measured once.
 */
export function wgslCandidates(matrix, device, precision) {
  const { ellpackFits, skewed, large } = factsOf(matrix);
  const shuffles = device.capabilities.includes('subgroups') && device.limits.subgroupSize >= 32;
  const reduction = shuffles ? 'subgroup' : 'workgroup';
  const all = precision === 'f32';
  const mean = matrix.nnz / matrix.rows;
  // Fewer, larger workgroups are begun sooner, which is much of a small product.
  const wide = matrix.nnz > 2 ** 20 ? [] : [{ block: 512 }, { block: 1024 }];
  // Threads a row between an eighth and twice the mean row, and what skewed rows need.
  const threads = powers(2, 32).filter((T) => (skewed ? T >= 16 : T <= 2 * mean && T * 16 >= mean));
  const packed = (steps, window) => ({
    kernel: 'wgsl/packed',
    formatParams: { steps, window },
    params: all
      ? [
          { block: 128, flight: 16, reduction },
          { block: 128, flight: 8, reduction },
        ]
      : [{ block: 128, flight: 8, reduction }],
    refine: all
      ? [{ block: 64 }, { block: 256 }, ...wide, { flight: 4 }, ...(wide.length > 0 ? [{ sizes: 'constant' }] : [])]
      : [],
    skip: !all && (window !== 8192 || (large && steps !== 32)),
  });
  const list = [
    {
      kernel: 'wgsl/csr-vector',
      params: threads.map((T) => ({ T, block: 256, reduction })),
      refine: all ? wide : [],
      skip: skewed && large,
    },
    {
      kernel: 'wgsl/csr-balanced',
      params: [
        [64, 4],
        [128, 4],
      ].map(([block, items]) => ({ block, items, reduction })),
      refine: all ? [{ items: 8 }, { items: 16 }] : [],
    },
    { kernel: 'wgsl/csr', params: [{ block: 256 }], refine: all ? wide : [], skip: skewed },
    { kernel: 'wgsl/coo', params: [{ block: 256, items: 4 }], skip: !all || large },
    {
      kernel: 'wgsl/csr-padded',
      formatParams: { multiple: 4 },
      params: threads.slice(0, 1).map((T) => ({ T, block: 256, width: 4, reduction })),
      skip: !all || skewed || large,
    },
    {
      kernel: 'wgsl/ellpack',
      params: [128, 256].flatMap((block) => [1, 4].map((rows) => ({ block, rows, sizes: 'constant' }))),
      refine: all ? [{ sizes: 'uniform' }, { block: 64 }, ...wide] : [],
      skip: !ellpackFits,
    },
    { kernel: 'wgsl/ellpack-r', params: [{ block: 256 }], skip: !ellpackFits || (large && !all) },
    {
      kernel: 'wgsl/ellr-t',
      params: [{ T: 2, block: 256, reduction: 'workgroup' }],
      skip: !all || !ellpackFits || large,
    },
    ...stepsOf(matrix).flatMap((steps) => windowsOf(matrix).map((window) => packed(steps, window))),
  ];
  return list.filter(({ skip }) => !skip);
}

/** The same of backend cuda: what its own bench found fast. */
export function cudaCandidates(matrix) {
  const { ellpackFits, skewed } = factsOf(matrix);
  const mean = matrix.nnz / matrix.rows;
  return [
    {
      kernel: 'cuda/csr-vector',
      params: powers(1, 32)
        .filter((T) => T <= 2 * mean && T * 16 >= mean)
        .map((threads) => ({ threads, blockSize: 256 })),
      skip: skewed,
    },
    {
      kernel: 'cuda/csr-balanced',
      params: [
        { capacity: 256, blockSize: 128 },
        { capacity: 512, blockSize: 128 },
      ],
    },
    {
      kernel: 'cuda/csr-balanced-warp',
      params: [2, 4, 8].map((perLane) => ({ perLane, blockSize: 256 })),
      refine: [{ blockSize: 512 }],
    },
    { kernel: 'cuda/ellpack', params: [{ blockSize: 128 }, { blockSize: 256 }], skip: !ellpackFits },
    { kernel: 'cuda/ellpack-r', params: [{ blockSize: 128 }], skip: !ellpackFits },
    ...stepsOf(matrix).flatMap((steps) =>
      windowsOf(matrix).map((window) => ({
        kernel: 'cuda/packed',
        formatParams: { steps, window },
        params: [{}],
        refine: [{ inFlight: '4' }, { inFlight: 'ahead' }, { blockSize: 64 }, { blockSize: 256 }],
      })),
    ),
    { kernel: 'cuda/csr-cusparse-alg1', params: [{}] },
    { kernel: 'cuda/csr-cusparse-alg2', params: [{}] },
  ].filter(({ skip }) => !skip);
}

function stepsOf({ nnz }) {
  return nnz < 2 ** 19 ? [4, 8, 16] : nnz < 2 ** 22 ? [8, 16] : [16, 32];
}
