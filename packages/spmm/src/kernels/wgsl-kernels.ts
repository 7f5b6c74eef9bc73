import type { Axis, DenseLayout, GpuSource, Kernel, KernelContext, Params, WgslBinding } from '@spmv/core';
import { denseSteps, SpmvError } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { suggestBlockSize, wgslBlockSizeAxis, workgroupObstacle } from '@spmv/kernel-kit';
import { spmmKernel } from './spmm-kernel.ts';

export interface WgslSpmmParams extends Params {
  readonly blockSize: WorkgroupParams['blockSize'];
  readonly columnsPerThread: number;
  readonly neighbours: 'columns' | 'rows';
}

const columnsAxis: Axis<number> = {
  values: [1, 2, 4],
  default: 4,
  doc: 'Columns of X and Y that a thread has; a row of A is read by as many threads as that leaves.',
};
const neighboursAxis: Axis<WgslSpmmParams['neighbours']> = {
  values: ['columns', 'rows'],
  default: 'columns',
  doc: 'What neighbouring threads have: neighbouring columns of X and Y, or neighbouring rows of A.',
};

const text = (url: URL): GpuSource => ({ kind: 'url', url: url.href });
const LAUNCH = text(new URL('../../src/kernels/launch.wgsl', import.meta.url));
const WIDE = text(new URL('../../src/kernels/columns-wide.wgsl', import.meta.url));
const ANY = text(new URL('../../src/kernels/columns-any.wgsl', import.meta.url));

interface Dense {
  readonly vectors: number;
  readonly x: DenseLayout;
  readonly y: DenseLayout;
}

function denseOf({ sizes, layouts: { X, Y } }: KernelContext): Dense {
  if (!X || !Y) throw new RangeError('a product of several vectors has layouts X and Y');
  return { vectors: sizes['vectors'] ?? 1, x: X, y: Y };
}

/** Whether rows of X and Y are whole fours at multiples of four. */
function isWide({ vectors, x, y }: Dense): boolean {
  return (
    vectors % 4 === 0 && [x, y].every(({ order, leadingDimension }) => order === 'row' && leadingDimension % 4 === 0)
  );
}

/** Threads that 32 bits number, with those of one more workgroup. */
const MOST_THREADS = 2 ** 32 - 2 ** 16;

function threadsOf(kernel: string, context: KernelContext, { columnsPerThread }: WgslSpmmParams): number {
  const lanes = Math.ceil(denseOf(context).vectors / columnsPerThread);
  const threads = context.matrix.shape.rows * lanes;
  if (threads <= MOST_THREADS) return threads;
  throw new SpmvError(
    'KERNEL.REFUSED',
    `Kernel '${kernel}' can number ${MOST_THREADS} threads, but needs ${threads}.`,
    {
      fix: 'Give it fewer vectors at once, or divide the matrix into blocks of rows.',
      details: { kernel, threads, limit: MOST_THREADS },
    },
  );
}

interface Variant {
  readonly id: string;
  readonly format: string;
  readonly title: string;
  readonly entryPoint: string;
  readonly source: GpuSource;
  readonly arrays: readonly string[];
  constants(context: KernelContext): Readonly<Record<string, number>>;
}

function variantKernel({
  id,
  format,
  title,
  entryPoint,
  source,
  arrays,
  constants,
}: Variant): Kernel<'wgsl', WgslSpmmParams> {
  return spmmKernel<'wgsl', WgslSpmmParams>('wgsl', {
    id,
    format,
    title,
    params: {
      axes: { blockSize: wgslBlockSizeAxis(128), columnsPerThread: columnsAxis, neighbours: neighboursAxis },
      suggest: (context) => {
        const { vectors, x } = denseOf(context);
        return {
          blockSize: suggestBlockSize(context.device, 128),
          columnsPerThread: vectors === 1 ? 1 : vectors === 2 ? 2 : 4,
          neighbours: x.order === 'column' ? 'rows' : 'columns',
        };
      },
      reject: ({ blockSize }, { device }) => workgroupObstacle(device, blockSize),
    },
    program(context, params) {
      const { vectors, x, y } = denseOf(context);
      const { blockSize, columnsPerThread, neighbours } = params;
      const wide = columnsPerThread === 4 && isWide({ vectors, x, y });
      const [xSteps, ySteps] = [denseSteps(x), denseSteps(y)];
      const read = (buffer: string): WgslBinding => ({ buffer, access: 'read' });
      return {
        source: [LAUNCH, wide ? WIDE : ANY, source],
        arithmetic: true,
        dispatches: [
          {
            entryPoint,
            bindings: [read('X'), { buffer: 'Y', access: 'read_write' }, ...arrays.map((name) => read(`A.${name}`))],
            constants: { blockSize, columnsPerThread, rowsFirst: Number(neighbours === 'rows'), ...constants(context) },
            numbers: [
              context.matrix.shape.rows,
              vectors,
              Math.ceil(vectors / columnsPerThread),
              xSteps.row,
              xSteps.col,
              ySteps.row,
              ySteps.col,
            ],
            groups: Math.ceil(threadsOf(id, context, params) / blockSize),
          },
        ],
      };
    },
  });
}

/** CSR: a thread has a row of A and up to four columns of X and Y. */
export const wgslCsr: Kernel<'wgsl', WgslSpmmParams> = variantKernel({
  id: 'wgsl/spmm-csr',
  format: 'csr',
  title: 'CSR, a thread a row and four vectors',
  entryPoint: 'csr',
  source: text(new URL('../../src/kernels/csr.wgsl', import.meta.url)),
  arrays: ['rowStart', 'colIndex', 'values'],
  constants: () => ({}),
});

/** The same over sliced ELLPACK, whose neighbouring rows lie side by side. */
export const wgslSell: Kernel<'wgsl', WgslSpmmParams> = variantKernel({
  id: 'wgsl/spmm-sell',
  format: 'sell',
  title: 'Sliced ELLPACK, a thread a row and four vectors',
  entryPoint: 'sell',
  source: text(new URL('../../src/kernels/sell.wgsl', import.meta.url)),
  arrays: ['sliceStart', 'rowOrder', 'colIndex', 'values'],
  constants: ({ matrix }) => ({ C: matrix.params['C'] as number, ordered: Number(matrix.params['sigma'] !== 1) }),
});

/** Every WGSL kernel of this package. */
export const wgslKernels: readonly Kernel[] = [wgslCsr, wgslSell] as readonly Kernel[];
