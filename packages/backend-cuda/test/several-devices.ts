// Devices that compute on the host, and what they are given, for the tests of several of them.
import type { Backend, BackendDescriptor, CooMatrix, Kernel, Operation, Scalar, ValueArray, Vector } from '@spmv/core';
import { denseSteps, openBackend, spmv } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';
import { cudaArguments, cudaKernel, oneDimensional } from '@spmv/kernel-kit';
import { createRandom } from '@spmv/testkit';
import { cuda } from '../src/descriptor.ts';
import { openCudaDriver } from '../src/driver.ts';
import { csrScalar } from '../src/kernels/csr.ts';
import { EMULATED } from './emulated.ts';
import type { Overlap } from '../src/several/overlap.ts';
import type { Emulated } from './executing-addon.ts';
import { executingAddon } from './executing-addon.ts';

const precisions = csrScalar.precisions.filter(({ precision, stored }) => precision !== 'bf16' && stored === undefined);
/** One thread a row, as the package has it, in the precisions that these devices know. */
export const scalar: Kernel = { ...csrScalar, precisions };
/** Modules of nothing: the devices of these tests know entry points by name. */
const modules = [{ language: 'ptx', source: { kind: 'text', text: '' }, minCompute: 75 }] as const;

/** Aᵀx, by a kernel of the test's own. */
export const transposed: Kernel = cudaKernel({
  id: 'cuda/test-transposed',
  options: { transpose: true },
  modules,
  format: 'csr',
  title: 'every column by one thread',
  params: { axes: {} },
  launch: ({ matrix: { shape } }) => ({
    entryPoint: 'transposed',
    ...oneDimensional(shape.cols, 1, 128),
    arrays: ['rowStart', 'colIndex', 'values'],
    numbers: { rows: shape.rows, cols: shape.cols },
  }),
});

/** Devices that compute what EMULATED says and what is added to it, in an order that `seed` decides. */
export function descriptorOf(
  device: string,
  seed = 1,
  devices = ['a', 'b', 'c'],
  added: Readonly<Record<string, Emulated>> = {},
  overlap: Overlap = 'auto',
): BackendDescriptor {
  return {
    ...cuda,
    probe: async () => ({ available: true, devices }),
    open: ({ device: named }) => {
      const random = createRandom(seed);
      return openCudaDriver(
        { device: named ?? device, options: { overlap } },
        undefined,
        executingAddon({ ...EMULATED, ...added }, devices, () => random.uniform()),
      );
    },
  };
}

/** Work on devices, which are closed afterwards. */
export async function withBackend<T>(
  device: string,
  work: (backend: Backend) => Promise<T>,
  seed?: number,
  overlap?: Overlap,
): Promise<T> {
  const backend = await openBackend(descriptorOf(device, seed, undefined, undefined, overlap));
  try {
    return await work(backend);
  } finally {
    await backend.dispose();
  }
}

/** Y ← αAX + βY with several vectors, as an operation of the test's own. */
export const several: Operation<readonly [Vector, Vector, Scalar?, Scalar?]> = {
  ...spmv,
  id: 'several',
  options: {},
  sizes: { vectors: { default: 3, doc: 'Columns of X and Y.' } },
  operands: () => [
    { role: 'matrix', name: 'A' },
    { role: 'dense', name: 'X', rows: 'cols', cols: 'vectors', access: 'read' },
    { role: 'dense', name: 'Y', rows: 'rows', cols: 'vectors', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
};

/** Its kernel. */
export const severalKernel: Kernel = {
  ...scalar,
  id: 'cuda/test-several',
  operation: 'several',
  program({ matrix, sizes, layouts }) {
    const [X, Y] = [layouts['X'], layouts['Y']].map((layout) => denseSteps(layout as NonNullable<typeof layout>));
    const steps = { xRow: X?.row, xCol: X?.col, yRow: Y?.row, yCol: Y?.col };
    const numbers = { rows: matrix.shape.rows, vectors: sizes['vectors'], ...steps } as Record<string, number>;
    return {
      kind: 'launches',
      modules,
      launches: [
        {
          entryPoint: 'several_f64',
          grid: [1, 1, 1],
          block: [32, 1, 1],
          sharedBytes: 0,
          arguments: cudaArguments(['A.rowStart', 'A.colIndex', 'A.values', 'X', 'Y', 'alpha', 'beta'], numbers),
        },
      ],
    };
  },
};

/** What a product should hold. */
export function expected(
  matrix: CooMatrix,
  x: ValueArray,
  y: ValueArray,
  alpha: number,
  beta: number,
): ReturnType<typeof spmvReference> {
  return spmvReference({ coo: matrix, x, y, alpha, beta }, 'f64');
}
