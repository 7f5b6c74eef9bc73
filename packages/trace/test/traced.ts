import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plugin as cuda } from '@spmv/backend-cuda';
import type {
  CooMatrix,
  DenseRequest,
  Kernel,
  Operation,
  Params,
  Precision,
  Registry,
  Sizes,
  ValueArray,
  Workload,
} from '@spmv/core';
import {
  buildMatrix,
  complexCoo,
  createRegistry,
  createWorkload,
  PRECISIONS,
  referencesOf,
  scalarValues,
  storesMatrix,
  valueArray,
} from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as dia } from '@spmv/format-dia';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { plugin as spmm } from '@spmv/spmm';
import { arrow, banded, oneFullRow, powerLaw, randomUniform, stencil5 } from '@spmv/testkit';
import { plugin as vectors } from '@spmv/vectors';
import type { KernelTrace, TracePlan } from '../src/index.ts';
import { planTrace, traceKernel } from '../src/index.ts';
import { hides, lack } from '../../../tools/machine.ts';

/** Formats, operations and kernels of this repository that run in CUDA. */
export const registry: Registry = createRegistry([
  formats,
  cuda,
  hyb,
  sell,
  bell,
  dia,
  packed,
  symmetric,
  spmm,
  fused,
  vectors,
]);

/** Every kernel for CUDA that is our own. */
export const tracedKernels: readonly Kernel[] = registry
  .kernels({})
  .filter(({ target, vendor }) => target === 'cuda' && !vendor);

const builtPtx = existsSync(fileURLToPath(new URL('../../backend-cuda/dist/kernels/csr.ptx', import.meta.url)));

/** Why there is no PTX to trace, or undefined: nvcc makes it when packages are built. */
export const NO_PTX: string | undefined =
  builtPtx && !hides('nvcc') ? undefined : (lack('nvcc') ?? 'no PTX (npm run build, with nvcc)');

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

/** Values that repeat: element k is a number in −1 … 1, of another period for each operand. */
function filled(precision: Precision, length: number, operand: number): ValueArray {
  const [step, period] = [[5, 17] as const, [3, 17] as const, [7, 19] as const, [4, 13] as const][operand % 4] ?? [
    5, 17,
  ];
  return valueArray(PRECISIONS[precision].host, length).map((_, k) => (2 * ((k * step) % period)) / (period - 1) - 1);
}

/** What one trace needs besides the kernel. */
export interface Trial {
  /** Left out for a kernel that reads no matrix. */
  readonly coo?: CooMatrix;
  readonly precision?: Precision;
  readonly params?: Params;
  readonly formatParams?: Params;
  readonly sizes?: Sizes;
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
  readonly scalars?: Readonly<Record<string, number>>;
  /** Instead of what was built. */
  readonly ptx?: string;
}

/** A trace, and what it was given. */
export interface Traced {
  readonly trace: KernelTrace;
  readonly plan: TracePlan;
  readonly workload: Workload;
  readonly operands: Readonly<Record<string, ValueArray>>;
}

/** Traces a kernel with operands of its own. */
export function traced(kernel: Kernel, trial: Trial): Traced {
  const {
    coo: real,
    precision = 'f64',
    params = {},
    formatParams = {},
    sizes = {},
    layouts = {},
    scalars = {},
  } = trial;
  const operation: Operation = registry.operation(kernel.operation);
  const { host, components } = PRECISIONS[precision];
  // An imaginary part that differs from the real one.
  const coo = real && components === 2 ? complexCoo(real, filled('f64', real.values.length, 2)) : real;
  const hasMatrix = storesMatrix(operation, kernel.options);
  const matrix =
    hasMatrix && coo
      ? buildMatrix(registry.format(kernel.format ?? ''), coo, {
          params: formatParams,
          valueType: host,
          target: 'cuda',
        })
      : undefined;
  const options = kernel.options ?? {};
  const workload = createWorkload(operation, hasMatrix ? coo : undefined, { options, sizes, layouts });
  const operands = Object.fromEntries(
    workload.signature.buffers.map(({ name, length }, o) => [name, filled(precision, components * length, o)]),
  );
  const request = { operation, kernel, params, precision, sizes, layouts, ...(matrix ? { matrix } : {}) };
  const plan = planTrace(request);
  const ptx = trial.ptx ?? ptxOf(plan);
  return { trace: traceKernel({ ...request, operands, scalars, ptx }), plan, workload, operands };
}

/** How many elements of what was written are outside of the bound of the oracle. */
export function failuresOf({ trace, plan, workload, operands }: Traced, scalars: Trial['scalars'] = {}): number {
  const references = referencesOf(
    workload,
    operands,
    { ...scalars, ...scalarValues(workload, scalars) },
    plan.precision,
  );
  return Object.entries(references)
    .map(([name, reference]) => judge(trace.results[name] as ValueArray, reference, plan.precision.accumulator))
    .reduce((sum, { failures }) => sum + failures, 0);
}
