// Which kernels, formats and parameters the bench measures on a matrix.

const BLOCKS = [128, 256, 512, 1024];

/** Entries from which a matrix does not fit into the second-level cache. */
const LARGE = 2 ** 22;

const vendor = (which, skip = false) => ({ kernel: `cuda/csr-cusparse-${which}`, vendor: true, params: [{}], skip });

/** Smallest power of two ≥ n, within 1 … 32. */
const lanesFor = (n) => 2 ** Math.min(5, Math.max(0, Math.ceil(Math.log2(n))));

function packed(steps, window, points) {
  return {
    kernel: 'cuda/packed',
    formatParams: { steps, window },
    params: points.map(([inFlight, blockSize]) => ({ inFlight, blockSize })),
  };
}

/** Packed slices: the steps and windows that were best for matrices of this size. */
function packedCandidates({ nnz, shape, longest }) {
  const mean = nnz / shape.rows;
  if (nnz < 2 ** 17)
    return [
      packed(4, 256, [['8', 256]]),
      packed(8, 256, [
        ['8', 256],
        ['ahead', 128],
      ]),
    ];
  if (nnz < 2 ** 20)
    return [4, 8, 16].map((steps) =>
      packed(steps, 256, [
        ['8', 256],
        ['ahead', 128],
      ]),
    );
  if (nnz < LARGE)
    return mean < 4
      ? [
          packed(8, 8192, [
            ['4', 128],
            ['ahead', 128],
            ['8', 128],
          ]),
          packed(8, 256, [['ahead', 128]]),
        ]
      : [8, 16].map((steps) =>
          packed(steps, 256, [
            ['8', 256],
            ['8', 128],
            ['ahead', 128],
          ]),
        );
  if (nnz >= 2 ** 25)
    return [
      packed(32, 8192, [
        ['8', 128],
        ['8', 64],
      ]),
      packed(64, 8192, [
        ['8', 64],
        ['8', 128],
        ['8', 256],
      ]),
    ];
  return [
    packed(32, 8192, [
      ['ahead', 128],
      ['8', 128],
    ]),
    ...(longest > 1000
      ? [
          packed(16, 8192, [
            ['ahead', 128],
            ['8', 128],
          ]),
        ]
      : []),
  ];
}

/**
 * { kernel, formatParams, params[] }: one build of the format, one prepared operator for each of `params`. Level `full` has what has been
 * best somewhere, `all` every kernel of the papers and every block size too.
 */
export function candidatesFor({ nnz, shape, longest }, level) {
  const mean = nnz / shape.rows;
  const small = nnz < 2 ** 20;
  const large = nnz >= LARGE;
  const padded = shape.rows * longest;
  const alike = padded < 1.3 * nnz + 2 ** 16;
  const skewed = longest > 8 * mean + 64;
  const threads = [...new Set([lanesFor(mean), lanesFor(mean / 2), lanesFor(mean / 4)])];
  const capacities = large
    ? [
        [2048, 256],
        [2048, 512],
        [4096, 512],
        [1024, 256],
      ]
    : [
        [256, 256],
        [512, 128],
        [1024, 1024],
      ];
  const list = [
    vendor('alg1'),
    vendor('alg2'),
    vendor('sell', padded > 40 * nnz + 2 ** 20 && nnz > 2 ** 20),
    {
      kernel: 'cuda/csr-vector',
      params: threads.flatMap((t) => (small ? [256, 1024] : [256]).map((blockSize) => ({ threads: t, blockSize }))),
      skip: skewed && large,
    },
    {
      kernel: 'cuda/csr-balanced',
      params: capacities.map(([capacity, blockSize]) => ({ capacity, blockSize })),
      skip: !skewed && !small,
    },
    {
      kernel: 'cuda/csr-balanced-warp',
      params: [2, 4].map((perLane) => ({ perLane, tiles: 1, blockSize: 512 })),
      skip: !skewed || large,
    },
    { kernel: 'cuda/ellpack', params: [128, 256, 512].map((blockSize) => ({ blockSize })), skip: !alike },
    { kernel: 'cuda/ellpack-r', params: [{ blockSize: 256 }], skip: !alike },
    ...packedCandidates({ nnz, shape, longest }),
  ];
  if (level === 'all') {
    const fits = padded < 3 * nnz + 2 ** 20;
    list.push(
      { kernel: 'cuda/csr-scalar', params: BLOCKS.map((blockSize) => ({ blockSize })), skip: skewed && large },
      {
        kernel: 'cuda/coo',
        params: [64, 128, 256, 512].map((perWarp) => ({ perWarp, blockSize: 256 })),
        after: BLOCKS.map((blockSize) => ({ blockSize })),
      },
      {
        kernel: 'cuda/csr-two-pass',
        params: [12288, 24576].map((columns) => ({ columns, capacity: 4096, blockSize: 512 })),
      },
      { kernel: 'cuda/csr-padded', formatParams: { multiple: 16 }, params: BLOCKS.map((blockSize) => ({ blockSize })) },
      {
        kernel: 'cuda/ellr-t',
        params: [1, 2, 4, 8].flatMap((t) => [128, 256, 512].map((blockSize) => ({ threads: t, blockSize }))),
        skip: !fits,
      },
    );
  }
  return list.filter((candidate) => !candidate.skip);
}
