import { availableParallelism } from 'node:os';
import { cuda } from '@spmv/backend-cuda';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { webgpu } from '@spmv/backend-webgpu';
import type { Backend, BackendDescriptor, MatrixKernel, StoredMatrix, ValueType } from '@spmv/core';
import { buildMatrix, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { rowProductKernel } from '@spmv/kernels-native';
import { cudaCsr, jsCsr, spgemm, wasmCsr, wgslCsr } from '@spmv/spgemm';
import { generateMatrix } from '@spmv/testkit';
import type { Suite, SuiteOptions, SuiteTask } from './suite.ts';

/** What is multiplied with itself: names of generators and their options. */
const MATRICES = [
  ['stencil27', { n: 64 }],
  ['stencil7', { n: 128 }],
  ['stencil5', { n: 1024 }],
  ['random', { rows: 1_000_000, perRow: 8 }],
  ['powerlaw', { rows: 300_000, meanPerRow: 8 }],
] as const;

/** Where it is computed, by which kernels, on values of which type. */
interface Place {
  readonly descriptor: BackendDescriptor;
  readonly kernels: readonly MatrixKernel[];
  readonly valueTypes: readonly ValueType[];
}

const ON_CPU = {
  kernels: [jsCsr, wasmCsr, rowProductKernel()] as readonly MatrixKernel[],
  valueTypes: ['f64'],
} as const;
const CPUS: readonly Place[] = [
  { descriptor: serial, ...ON_CPU },
  { descriptor: threads, ...ON_CPU },
];
const GPUS: readonly Place[] = [
  { descriptor: cuda, kernels: [cudaCsr], valueTypes: ['f64', 'f32'] },
  { descriptor: webgpu, kernels: [wgslCsr], valueTypes: ['f32'] },
];

/** Milliseconds of a product whose operands are there, symbolic and numeric phase and memory for C, or of its values alone, computed for the third time. */
async function timed(backend: Backend, kernel: MatrixKernel, matrix: StoredMatrix, again: boolean): Promise<number> {
  const request = { operation: spgemm, kernel, matrices: { A: matrix, B: matrix }, formats: [csr], trusted: true };
  const product = await backend.prepareMatrix(request);
  try {
    for (let i = 0; i < (again ? 2 : 0); i++) await product.numeric();
    await backend.finish();
    const begin = performance.now();
    await product.numeric();
    await backend.finish();
    return performance.now() - begin;
  } finally {
    await product.dispose();
  }
}

/** C ← A·A of large matrices on one thread, on all, and on GPUs that are here, software adapters aside: an operator is made for each run, and its copies of A are not timed. */
export async function sparseProducts({ gpu }: SuiteOptions): Promise<Suite> {
  const here: (Place & { readonly backend: Backend })[] = [];
  for (const place of [...CPUS, ...(gpu ? GPUS : [])]) {
    const { available } = await place.descriptor.probe();
    if (!available) continue;
    const backend = await openBackend(place.descriptor);
    // These matrices would take an adapter that a CPU stands in for an hour.
    if (backend.device.kind === 'software') await backend.dispose();
    else here.push({ ...place, backend });
  }
  const tasks = MATRICES.flatMap(([generator, options]) => {
    const built = new Map<ValueType, StoredMatrix>();
    const matrixOf = (valueType: ValueType): StoredMatrix => {
      const matrix = built.get(valueType) ?? buildMatrix(csr, generateMatrix(generator, options), { valueType });
      built.set(valueType, matrix);
      return matrix;
    };
    return here.flatMap(({ backend, descriptor, kernels, valueTypes }) =>
      valueTypes.flatMap((valueType) =>
        kernels.flatMap((kernel) =>
          [false, true].map((again): SuiteTask => {
            const workers = descriptor.id === 'threads' ? ` of ${availableParallelism()}` : '';
            return {
              name: `${generator} ${kernel.id} ${descriptor.id}${workers} ${valueType}${again ? ' values' : ''}`,
              async run() {
                return { overriddenDuration: await timed(backend, kernel, matrixOf(valueType), again) };
              },
            };
          }),
        ),
      ),
    );
  });
  return {
    tasks,
    async dispose() {
      for (const { backend } of here.toReversed()) await backend.dispose();
    },
  };
}
