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
  const threads = new Set([most, Math.max(1, most / 2), Math.max(1, most / 4)]);
  return [...threads].map((t) => ({
    kernel: 'cuda/csr-vector', formatParams: {}, kernelParams: { threads: t, blockSize: small ? 512 : 256 },
    why: `rows of like length, ${mean.toFixed(1)} entries on average: ${t} lanes a row and no conversion`,
  }));
}

function packedCandidates(nnz: number): readonly PlanCandidate[] {
  const why = 'fewest bytes, and no warp has more work than another whatever the rows';
  const around = nnz < 2 ** 18 ? [4, 8] : nnz < 2 ** 20 ? [4, 8, 16] : nnz < 2 ** 23 ? [8, 16] : nnz < 2 ** 25 ? [32] : [64];
  const window = nnz < 2 ** 23 ? 256 : 8192;
  return around.flatMap((steps) => (['8', 'ahead'] as const).map((inFlight) => ({
    kernel: 'cuda/packed', formatParams: { steps, window }, kernelParams: { inFlight, blockSize: nnz < 2 ** 23 ? 256 : 64 }, why,
  })));
}

function balancedCandidates(nnz: number): readonly PlanCandidate[] {
  const why = 'rows of very unlike length: tiles of equal work, no conversion';
  const large = nnz >= 2 ** 22;
  return [
    { kernel: 'cuda/csr-balanced', formatParams: {}, kernelParams: large ? { capacity: 1024, blockSize: 256 } : { capacity: 256, blockSize: 256 }, why },
    { kernel: 'cuda/csr-balanced', formatParams: {}, kernelParams: large ? { capacity: 2048, blockSize: 256 } : { capacity: 1024, blockSize: 1024 }, why },
    { kernel: 'cuda/csr-balanced-warp', formatParams: {}, kernelParams: large ? { perLane: 8, tiles: 4, blockSize: 128 } : { perLane: 4, tiles: 1, blockSize: 512 }, why },
    { kernel: 'cuda/csr-balanced-warp', formatParams: {}, kernelParams: large ? { perLane: 4, tiles: 4, blockSize: 128 } : { perLane: 2, tiles: 1, blockSize: 512 }, why },
  ];
}

/**
 * The ways worth timing for a matrix of this structure, chosen by its size and the spread of its rows: ELLPACK where padding is small,
 * CSR with several lanes a row where rows are alike, tiles of equal work where they are not, packed slices always.
 */
export function planCandidates({ shape, nnz, rows }: Pick<MatrixStructure, 'shape' | 'nnz' | 'rows'>): readonly PlanCandidate[] {
  const mean = nnz / Math.max(1, shape.rows);
  const small = nnz < 2 ** 20;
  const skewed = rows.max > 8 * mean + 64;
  const list: PlanCandidate[] = [];
  if (shape.rows * rows.max <= 1.3 * nnz + 4096) {
    const why = 'rows of nearly one length: padded to one, every load is coalesced';
    list.push({ kernel: 'cuda/ellpack', formatParams: {}, kernelParams: { blockSize: 256 }, why });
    list.push({ kernel: 'cuda/ellpack-r', formatParams: {}, kernelParams: { blockSize: 256 }, why });
  }
  if (!skewed) list.push(...vectorCandidates(mean, small));
  if (skewed || small) list.push(...balancedCandidates(nnz));
  list.push(...packedCandidates(nnz));
  return list;
}

/** What to use without timing or converting anything: the kernel of plain CSR that the structure speaks for. */
export function quickChoice(structure: Pick<MatrixStructure, 'shape' | 'nnz' | 'rows'>): PlanCandidate {
  const mean = structure.nnz / Math.max(1, structure.shape.rows);
  const skewed = structure.rows.max > 8 * mean + 64;
  const list = skewed ? balancedCandidates(structure.nnz) : vectorCandidates(structure.nnz < 2 ** 18 ? mean : mean / 2, structure.nnz < 2 ** 20);
  return list[0] as PlanCandidate;
}
