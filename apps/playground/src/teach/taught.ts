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

/** Parameters by format. */
export type FormatParams = Readonly<Record<string, Params>>;

/** A parameter that a person sets, with the values that are offered. */
export interface TaughtParam {
  readonly format: string;
  readonly name: string;
  /** In the address, and on the slider. */
  readonly key: string;
  readonly title: string;
  readonly values: readonly number[];
  /** At which a small matrix shows what a format does: slices of 4 rows instead of 32. */
  readonly usual: number;
}

export const TAUGHT_PARAMS: readonly TaughtParam[] = [
  { format: 'sell', name: 'C', key: 'C', title: 'SELL: rows of a slice, C', values: [1, 2, 4, 8, 16, 32], usual: 4 },
  {
    format: 'sell',
    name: 'sigma',
    key: 'sigma',
    title: 'SELL: rows sorted together, σ',
    values: [1, 2, 4, 8, 16, 32, 64],
    usual: 64,
  },
  {
    format: 'hyb',
    name: 'fraction',
    key: 'fraction',
    title: 'HYB: share of rows within its width',
    values: [0, 0.25, 0.5, 0.75, 0.9, 1],
    usual: 0.75,
  },
];

/** The value of a parameter that an address says; the usual one where it says none that is offered. */
export function taughtValue({ key, values, usual }: TaughtParam, choices: Readonly<Record<string, string>>): number {
  return values.find((value) => String(value) === choices[key]) ?? usual;
}

/** The parameters of all formats that are set so. */
export function formatParams(choices: Readonly<Record<string, string>>): FormatParams {
  const all: Record<string, Record<string, number>> = {};
  for (const param of TAUGHT_PARAMS)
    all[param.format] = { ...all[param.format], [param.name]: taughtValue(param, choices) };
  return all;
}

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

/** The kernel of this name, the first one where there is none. */
export function taughtNamed(name: string | undefined): Taught {
  return TAUGHT.find((one) => one.name === name) ?? (TAUGHT[0] as Taught);
}
