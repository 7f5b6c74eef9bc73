import type {
  Axis,
  DenseLayout,
  GpuSource,
  KernelContext,
  Params,
  WgslBinding,
  WgslDispatch,
  WgslProgram,
} from '@spmv/core';
import { denseSteps, SpmvError } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { suggestBlockSize, sumBytes, wgslBlockSizeAxis, workgroupObstacle } from '@spmv/kernel-kit';

/** Of every kernel here. */
export interface ColumnParams extends Params {
  readonly blockSize: WorkgroupParams['blockSize'];
  readonly columnsPerThread: number;
}

export interface WgslSpmmParams extends ColumnParams {
  readonly neighbours: 'columns' | 'rows';
  readonly ahead: number;
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
const aheadAxis: Axis<number> = {
  values: [4, 8],
  default: 4,
  doc: 'Entries of a row whose columns of X are on their way at a time.',
};

/** A text of this package. */
export const wgslText = (url: URL): GpuSource => ({ kind: 'url', url: url.href });
const launchText = (): GpuSource => wgslText(new URL('../../src/kernels/launch.wgsl', import.meta.url));
const wideText = (): GpuSource => wgslText(new URL('../../src/kernels/columns-wide.wgsl', import.meta.url));
const anyText = (): GpuSource => wgslText(new URL('../../src/kernels/columns-any.wgsl', import.meta.url));

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

/** With fewer threads in flight a device of the class of an H200 is not full. */
export const FILLING_THREADS: number = 2 ** 18;

/** That many threads, where they can be numbered. Errors: `KERNEL.REFUSED`. */
export function checkThreads(kernel: string, threads: number): number {
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

/** Threads of a kernel of rows. Errors: `KERNEL.REFUSED`. */
export function threadsOf(kernel: string, context: KernelContext, params: ColumnParams): number {
  return checkThreads(kernel, denseOf(context).y.rows * lanesOf(context, params));
}

/** Why a device cannot add up columns of all threads in a workgroup's memory, or `undefined`. */
export function sumsObstacle({ blockSize }: ColumnParams, context: KernelContext): string | undefined {
  return workgroupObstacle(context.device, blockSize, 4 * blockSize * sumBytes(context));
}

/** The axes of every kernel of rows. */
export const AXES: {
  readonly blockSize: Axis<number>;
  readonly columnsPerThread: Axis<number>;
  readonly neighbours: Axis<WgslSpmmParams['neighbours']>;
  readonly ahead: Axis<number>;
} = { blockSize: wgslBlockSizeAxis(128), columnsPerThread: columnsAxis, neighbours: neighboursAxis, ahead: aheadAxis };

/** Suggested values of these. */
export function suggested(context: KernelContext): WgslSpmmParams {
  const { vectors, x } = denseOf(context);
  return {
    blockSize: suggestBlockSize(context.device, 128),
    columnsPerThread: vectors === 1 ? 1 : vectors === 2 ? 2 : 4,
    neighbours: x.order === 'column' ? 'rows' : 'columns',
    ahead: aheadAxis.default,
  };
}

/** A dispatch, as far as it is its own: X and Y come first, and the numbers are the same for all. */
export interface SpmmDispatch {
  readonly entryPoint: string;
  readonly text: GpuSource | readonly GpuSource[];
  readonly reads: readonly string[];
  readonly writes?: readonly string[];
  readonly constants: Readonly<Record<string, number>>;
  readonly groups: WgslDispatch['groups'];
}

/** Threads that have the columns of a row. */
export function lanesOf(context: KernelContext, { columnsPerThread }: Pick<ColumnParams, 'columnsPerThread'>): number {
  return Math.ceil(denseOf(context).vectors / columnsPerThread);
}

/** A program in which each thread has some columns of X and Y, whatever it does with rows; neighbouring ones have neighbouring columns unless `neighbours` says rows. */
export function programOf(
  context: KernelContext,
  params: ColumnParams,
  dispatches: readonly SpmmDispatch[],
): WgslProgram {
  const { vectors, x, y } = denseOf(context);
  const { blockSize, columnsPerThread } = params;
  const columns = columnsPerThread === 4 && isWide({ vectors, x, y }) ? wideText() : anyText();
  const [xSteps, ySteps] = [denseSteps(x), denseSteps(y)];
  const numbers = [y.rows, vectors, lanesOf(context, params), xSteps.row, xSteps.col, ySteps.row, ySteps.col];
  const binding = (buffer: string, access: WgslBinding['access']): WgslBinding => ({ buffer, access });
  return {
    source: [],
    arithmetic: true,
    dispatches: dispatches.map(({ entryPoint, text: own, reads, writes = [], constants, groups }) => ({
      entryPoint,
      source: [launchText(), columns, own].flat(),
      bindings: [
        binding('X', 'read'),
        binding('Y', 'read_write'),
        ...reads.map((name) => binding(name, 'read')),
        ...writes.map((name) => binding(name, 'read_write')),
      ],
      constants: { blockSize, columnsPerThread, rowsFirst: Number(params['neighbours'] === 'rows'), ...constants },
      numbers,
      groups,
    })),
  };
}
