import type {
  CudaLaunchProgram,
  CudaLibraryProgram,
  DenseRequest,
  DeviceInfo,
  Kernel,
  Params,
  Precision,
} from '@spmv/core';
import { buildMatrix, cooFromEntries, headerOf, kernelContext } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { coo, csr, ellpack } from '@spmv/formats';
import { spmm } from '../src/index.ts';

export const FORMATS = [coo, csr, ellpack, packed, sell];
const device: DeviceInfo = {
  name: 'd',
  kind: 'gpu',
  precisions: ['f64', 'f32'],
  capabilities: [],
  limits: { compute: 90, multiprocessors: 132, maxSharedBytes: 232_448, maxThreadsPerBlock: 1024 },
};

/** What is multiplied. */
export interface Problem {
  readonly vectors: number;
  readonly X?: DenseRequest;
  readonly Y?: DenseRequest;
  readonly precision?: Precision;
  /** Rows and columns that the matrix claims to have, where they are more than are stored. */
  readonly side?: number;
}

/** Rows of 3, 0 and 2 entries. */
export const entries = cooFromEntries(
  { rows: 3, cols: 4 },
  { rowIndex: [0, 0, 0, 2, 2], colIndex: [0, 1, 3, 1, 2], values: [1, 2, 3, 4, 5] },
);

export function contextOf(kernel: Kernel, { vectors, X = {}, Y = {}, precision = 'f64', side }: Problem) {
  const format = FORMATS.find(({ id }) => id === kernel.format);
  if (!format) throw new Error(`no format ${kernel.format}`);
  const header = headerOf(buildMatrix(format as never, entries));
  return kernelContext(spmm, kernel, {
    matrix: side === undefined ? header : { ...header, shape: { rows: side, cols: side } },
    device,
    precision: { precision, accumulator: precision },
    sizes: { vectors },
    layouts: { X, Y },
  });
}

export function programOf(kernel: unknown, problem: Problem, params: object = {}): unknown {
  const one = kernel as Kernel;
  const context = contextOf(one, problem);
  const defaults = Object.fromEntries(Object.entries(one.params.axes).map(([name, axis]) => [name, axis.default]));
  return one.program(context, { ...defaults, ...one.params.suggest?.(context), ...params } as Params);
}

export const launchesOf = (...of: Parameters<typeof programOf>): CudaLaunchProgram =>
  programOf(...of) as CudaLaunchProgram;
export const callsOf = (...of: Parameters<typeof programOf>): CudaLibraryProgram =>
  programOf(...of) as CudaLibraryProgram;
