import type { GpuSource, Axis, Kernel, KernelContext, NamedArrays } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { entrySections } from './entry-sections.ts';
import { spmmKernel } from './spmm-kernel.ts';
import type { LongRowParams } from './wgsl-long-rows.ts';
import { longRowAxis, longRowDispatches, partialBytes } from './wgsl-long-rows.ts';
import {
  AXES,
  checkThreads,
  FILLING_THREADS,
  lanesOf,
  programOf,
  suggested,
  sumsObstacle,
  threadsOf,
  wgslText,
} from './wgsl-program.ts';

export interface WgslCsrEntriesParams extends LongRowParams {
  readonly ahead: number;
  readonly share: number;
}

const ID = 'wgsl/spmm-csr-entries';
const csrEntriesText = (): GpuSource => wgslText(new URL('../../src/kernels/csr-entries.wgsl', import.meta.url));

const shareAxis: Axis<number> = { values: [32, 64, 128, 256], default: 64, doc: 'Entries that a thread has.' };

/** Long shares leave fewer parts of rows, which are written and read again; short ones fill the device. More entries ahead than eight numbers of df64 allow would spill. */
function suggest(context: KernelContext): Partial<WgslCsrEntriesParams> {
  const found = suggested(context);
  const threads = context.matrix.nnz * lanesOf(context, found);
  let share = 128;
  while (share > 32 && threads / share < FILLING_THREADS) share /= 2;
  const { blockSize, columnsPerThread } = found;
  return { blockSize, columnsPerThread, ahead: context.precision.precision === 'df64' ? 4 : 8, share };
}

/**
 * Y ← αAX + βY over CSR in equal shares of entries, whatever the rows, and rows in several parts put together in their order by another dispatch, as those
 * without entries are: no thread waits for another one, and no addition is atomic. For rows that differ a thousandfold and wide X. Keeps the columns again,
 * with a bit for the end of each row; 16 bytes a share, 12 a row in several shares or without entries, and the parts of rows.
 */
export const wgslCsrEntries: Kernel<'wgsl', WgslCsrEntriesParams> = spmmKernel<'wgsl', WgslCsrEntriesParams>('wgsl', {
  id: ID,
  format: 'csr',
  title: 'CSR in equal shares of entries, four vectors a thread',
  params: {
    axes: {
      blockSize: AXES.blockSize,
      columnsPerThread: AXES.columnsPerThread,
      ahead: AXES.ahead,
      share: shareAxis,
      longRow: longRowAxis([32, 256, 1024], 1024),
    },
    suggest,
    reject: sumsObstacle,
  },
  analyse({ arrays }, context, params): NamedArrays {
    const sections = entrySections(arrays['rowStart'] as Int32Array, arrays['colIndex'] as Int32Array, params);
    checkThreads(ID, (sections.arrays.shares.length / 4) * lanesOf(context, params));
    const bytes = partialBytes(context, params, sections.partCount);
    const limit = context.device.limits['maxBindingBytes'] ?? 2 ** 27;
    if (bytes > limit)
      throw new SpmvError(
        'KERNEL.REFUSED',
        `Kernel '${ID}' would leave ${bytes} bytes of parts of rows, but ${context.device.name} binds ${limit} at once.`,
        {
          fix: 'Choose longer shares (share), or give it fewer vectors at once.',
          details: { kernel: ID, bytes, limit },
        },
      );
    return { ...sections.arrays, partials: new Uint32Array(bytes / 4) };
  },
  program(context, params) {
    threadsOf(ID, context, params);
    const { ahead, blockSize } = params;
    return programOf(context, params, [
      {
        entryPoint: 'csrEntries',
        text: csrEntriesText(),
        reads: ['auxiliary.columns', 'A.values', 'auxiliary.shares', 'auxiliary.rows'],
        writes: ['auxiliary.partials'],
        constants: { ahead },
        groups: { auxiliary: 'shares', per: (4 * blockSize) / lanesOf(context, params) },
      },
      // Nothing says which value an entry has: they are in their order.
      ...longRowDispatches(context, params, { reads: ['A.colIndex', 'A.values', 'A.colIndex'], ordered: false }),
    ]);
  },
});
