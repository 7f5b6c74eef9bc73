import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plugin as cuda } from '@spmv/backend-cuda';
import type { CooMatrix, Kernel, Params, Precision, Registry } from '@spmv/core';
import { buildMatrix, createRegistry, PRECISIONS, valueArray } from '@spmv/core';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as dia } from '@spmv/format-dia';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { arrow, banded, oneFullRow, powerLaw, randomUniform, stencil5 } from '@spmv/testkit';
import type { KernelTrace, TracePlan } from '../src/index.ts';
import { planTrace, traceKernel } from '../src/index.ts';

/** Formats and kernels of this repository that run in CUDA. */
export const registry: Registry = createRegistry([formats, cuda, hyb, sell, bell, dia, packed, symmetric]);

/** Every kernel of y ← αAx + βy for CUDA that is our own. */
export const tracedKernels: readonly Kernel[] = registry
  .kernels({})
  .filter(({ target, operation, vendor }) => target === 'cuda' && operation === 'spmv' && !vendor);

/** PTX of nvcc, where it was there when packages were built. */
export const builtPtx: boolean = existsSync(
  fileURLToPath(new URL('../../backend-cuda/dist/kernels/csr.ptx', import.meta.url)),
);
export const NO_PTX = 'nvcc was not there when the packages were built, so that there is no PTX to trace';

/** Text of the module that a plan names. */
function ptxOf(plan: TracePlan): string {
  return readFileSync(fileURLToPath(plan.ptxUrl), 'utf8');
}

/** Small matrices that hurt: rows without entries, one with all, none at all. */
export const smallMatrices: Readonly<Record<string, () => CooMatrix>> = {
  stencil5: () => stencil5({ n: 12 }),
  powerlaw: () => powerLaw({ rows: 150, meanPerRow: 6, maxPerRow: 140, seed: 3 }),
  'one full row': () => oneFullRow({ rows: 70, cols: 1500, row: 33 }),
  arrow: () => arrow({ rows: 130, width: 2 }),
  sparse: () => randomUniform({ rows: 97, cols: 41, density: 0.02, seed: 5 }),
  banded: () => banded({ rows: 80, lower: 3, seed: 2 }),
};

/** One of them. */
export function matrixNamed(name: string): CooMatrix {
  const make = smallMatrices[name];
  if (!make) throw new Error(`there is no matrix '${name}'`);
  return make();
}

/** Values that repeat: element k is a number in −1 … 1. */
function filled(precision: Precision, length: number, step: number): Float64Array | Float32Array {
  const made = valueArray(PRECISIONS[precision].host, length);
  return made.map((_, k) => ((k * step) % 17) / 8 - 1);
}

/** What one trace needs besides the kernel. */
export interface Trial {
  readonly coo: CooMatrix;
  readonly precision?: Precision;
  readonly params?: Params;
  readonly formatParams?: Params;
  readonly alpha?: number;
  readonly beta?: number;
  /** Instead of what was built. */
  readonly ptx?: string;
}

/** A trace, and what it was given. */
export interface Traced {
  readonly trace: KernelTrace;
  readonly plan: TracePlan;
  readonly x: Float64Array | Float32Array;
  readonly y: Float64Array | Float32Array;
}

/** Traces a kernel with vectors of its own. */
export function traced(kernel: Kernel, trial: Trial): Traced {
  const { coo, precision = 'f64', params = {}, formatParams = {}, alpha = 1, beta = 0 } = trial;
  const { host } = PRECISIONS[precision];
  const format = registry.format(kernel.format ?? '');
  const matrix = buildMatrix(format, coo, { params: formatParams, valueType: host, target: 'cuda' });
  const plan = planTrace({ kernel, matrix, params, precision });
  const [columns, rows] = kernel.options?.['transpose']
    ? [coo.shape.rows, coo.shape.cols]
    : [coo.shape.cols, coo.shape.rows];
  const [x, y] = [filled(precision, columns, 5), filled(precision, rows, 3)];
  const ptx = trial.ptx ?? ptxOf(plan);
  return { trace: traceKernel({ kernel, matrix, params, precision, x, y, alpha, beta, ptx }), plan, x, y };
}
