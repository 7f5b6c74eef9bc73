import type { MatrixStructure, Params } from '@spmv/core';

/** One way to multiply a matrix on an NVIDIA GPU, and why it may be the best. */
export interface PlanCandidate {
  readonly kernel: string;
  readonly formatParams: Params;
  readonly kernelParams: Params;
  readonly why: string;
}

/** Smallest power of two ≥ n, within 1 … 32. */
function lanesFor(n: number): number {
  let lanes = 1;
  while (lanes < 32 && lanes < n) lanes *= 2;
  return lanes;
}

function vectorCandidates(mean: number, small: boolean): readonly PlanCandidate[] {
  const most = lanesFor(mean);
  const lanes = new Set([most, Math.max(1, most / 2), Math.max(1, most / 4)]);
  return [...lanes].map((threadsPerRow) => ({
    kernel: 'cuda/csr-vector',
    formatParams: {},
    kernelParams: { threadsPerRow, blockSize: small ? 1024 : 256 },
    why: `rows of like length, ${mean.toFixed(1)} entries on average: ${threadsPerRow} lanes a row and no conversion`,
  }));
}

function packedCandidates(nnz: number, mean: number): readonly PlanCandidate[] {
  const why = 'fewest bytes, and no warp has more work than another whatever the rows';
  const packed = (
    steps: number,
    window: number,
    points: readonly (readonly [inFlight: string, blockSize: number])[],
  ): readonly PlanCandidate[] =>
    points.map(([inFlight, blockSize]) => ({
      kernel: 'cuda/packed',
      formatParams: { steps, window },
      kernelParams: { inFlight, blockSize },
      why,
    }));
  if (nnz < 2 ** 18) return packed(8, 256, [['8', 256]]);
  if (nnz < 2 ** 20)
    return [8, 16].flatMap((steps) =>
      packed(steps, 256, [
        ['8', 256],
        ['ahead', 128],
      ]),
    );
  if (nnz < 2 ** 23)
    return mean < 4
      ? packed(8, 8192, [
          ['ahead', 128],
          ['4', 128],
        ])
      : packed(16, 256, [
          ['8', 256],
          ['ahead', 128],
        ]);
  return nnz < 2 ** 25
    ? packed(32, 8192, [
        ['ahead', 128],
        ['8', 128],
      ])
    : packed(64, 8192, [
        ['8', 64],
        ['8', 128],
      ]);
}

function balancedCandidates(nnz: number): readonly PlanCandidate[] {
  const why = 'rows of very unlike length: tiles of equal work, no conversion';
  const tiles = (capacity: number, blockSize: number): PlanCandidate => ({
    kernel: 'cuda/csr-balanced',
    formatParams: {},
    kernelParams: { capacity, blockSize },
    why,
  });
  if (nnz >= 2 ** 22) return [tiles(2048, 256), tiles(1024, 256)];
  return [
    { kernel: 'cuda/csr-balanced-warp', formatParams: {}, kernelParams: { perLane: 2, tiles: 1, blockSize: 512 }, why },
    tiles(1024, 1024),
    tiles(256, 256),
  ];
}

/**
 * The ways worth timing for a matrix of this structure, chosen by its size and the spread of its rows: ELLPACK where padding is small,
 * CSR with several lanes a row where rows are alike, tiles of equal work where they are not, packed slices always.
 */
export function planCandidates({
  shape,
  nnz,
  rows,
}: Pick<MatrixStructure, 'shape' | 'nnz' | 'rows'>): readonly PlanCandidate[] {
  const mean = nnz / Math.max(1, shape.rows);
  const small = nnz < 2 ** 20;
  const skewed = rows.max > 8 * mean + 64;
  const list: PlanCandidate[] = [];
  if (shape.rows * rows.max <= 1.3 * nnz + 4096) {
    const why = 'rows of nearly one length: padded to one, every load is coalesced';
    list.push({ kernel: 'cuda/ellpack', formatParams: {}, kernelParams: { blockSize: small ? 256 : 128 }, why });
    list.push({ kernel: 'cuda/ellpack-r', formatParams: {}, kernelParams: { blockSize: 256 }, why });
  }
  if (!skewed) list.push(...vectorCandidates(mean, small));
  if (skewed || small) list.push(...balancedCandidates(nnz));
  list.push(...packedCandidates(nnz, mean));
  return list;
}

/** What to use without timing or converting anything: the kernel of plain CSR that the structure speaks for. */
export function quickChoice(structure: Pick<MatrixStructure, 'shape' | 'nnz' | 'rows'>): PlanCandidate {
  const mean = structure.nnz / Math.max(1, structure.shape.rows);
  if (structure.rows.max <= 8 * mean + 64)
    return vectorCandidates(structure.nnz < 2 ** 18 ? mean : mean / 2, structure.nnz < 2 ** 20)[0] as PlanCandidate;
  // A row of many thousands is split into few parts: joining them takes turns.
  const list = balancedCandidates(structure.nnz);
  return list[structure.nnz < 2 ** 22 && structure.rows.max > 2 ** 13 ? 1 : 0] as PlanCandidate;
}
