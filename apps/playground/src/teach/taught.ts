import type { Params } from '@spmv/core';

/** A kernel that is stepped through, at a point where a small matrix shows what it does. */
export interface Taught {
  /** Id of the kernel, without `cuda/`: what the address holds. */
  readonly name: string;
  /** Id of the format that it reads. */
  readonly format: string;
  readonly title: string;
  readonly params: Params;
}

/** Parameters of formats at which a small matrix shows what they do: slices of 4 rows instead of 32. */
export const FORMAT_PARAMS: Readonly<Record<string, Params>> = { sell: { C: 4 } };

/** In the order in which they are explained. */
export const TAUGHT: readonly Taught[] = [
  { name: 'csr-scalar', format: 'csr', title: 'CSR, one lane a row', params: { blockSize: 64 } },
  { name: 'csr-vector', format: 'csr', title: 'CSR, four lanes a row', params: { threadsPerRow: 4, blockSize: 64 } },
  {
    name: 'csr-balanced',
    format: 'csr',
    title: 'CSR in tiles of equal work, a block a tile',
    params: { capacity: 256, blockSize: 64 },
  },
  {
    name: 'csr-balanced-warp',
    format: 'csr',
    title: 'CSR in tiles of equal work, a warp a tile',
    params: { perLane: 2, tiles: 1, blockSize: 64 },
  },
  { name: 'ellpack', format: 'ellpack', title: 'ELLPACK, one lane a row', params: { blockSize: 64 } },
  { name: 'ellpack-r', format: 'ellpack-r', title: 'ELLPACK-R, one lane a row', params: { blockSize: 64 } },
  {
    name: 'ellr-t',
    format: 'ellpack-r',
    title: 'ELLR-T, four lanes a row',
    params: { threadsPerRow: 4, blockSize: 64 },
  },
  { name: 'sell', format: 'sell', title: 'Sliced ELLPACK, one lane a row', params: { blockSize: 64 } },
  { name: 'hyb', format: 'hyb', title: 'HYB: ELLPACK and what sticks out of it', params: { blockSize: 64 } },
];

/** The formats whose arrays are shown beside each other. */
export const SHOWN_FORMATS: readonly string[] = ['coo', 'csr', 'csc', 'ellpack', 'ellpack-r', 'sell', 'hyb'];

/** The kernel of this name, the first one where there is none. */
export function taughtNamed(name: string | undefined): Taught {
  return TAUGHT.find((one) => one.name === name) ?? (TAUGHT[0] as Taught);
}
