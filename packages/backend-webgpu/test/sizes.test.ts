import type { KernelContext, WgslProgram } from '@spmv/core';
import { enumerateParams, INDEX_LIMIT, isSpmvError, kernelContext, spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { wgslKernels } from '../src/index.ts';
import { collectSplitRows, MOST_PARTIALS, partialArrays } from '@spmv/kernel-kit';
import { foldGroups } from '../src/run/step.ts';
import { checkNumbers } from '../src/run/compiled-steps.ts';

/** What every device has, and what large ones have: nothing here is allocated. */
const LIMITS = [
  { maxBindingBytes: 128 * 2 ** 20, maxWorkgroupThreads: 256, workgroupBytes: 16_384, subgroupSize: 32 },
  { maxBindingBytes: 2 ** 32 - 4, maxWorkgroupThreads: 1024, workgroupBytes: 49_152, subgroupSize: 32 },
];
const MOST = 65_535;
const NUMBERS = 2 ** 32;

function contextOf(format: string, limits: Readonly<Record<string, number>>, rows: number, nnz: number): KernelContext {
  const width = Math.ceil(nnz / rows);
  const matrix = {
    format,
    shape: { rows, cols: INDEX_LIMIT },
    nnz,
    valueType: 'f32',
    lengths: {},
    params: { order: 'column', multiple: 4 },
    scalars: { width, stride: rows, sliceCount: Math.ceil(rows / 32), slots: nnz, slotCount: 0 },
  } as const;
  const device = {
    name: 'a fake device',
    kind: 'gpu',
    precisions: ['f32'],
    capabilities: ['subgroups'],
    limits,
  } as const;
  return kernelContext(spmv, {}, { matrix, device, precision: { precision: 'f32', accumulator: 'f32' } });
}

/** Rows × entries of the largest legal matrices: many short rows, one row. */
const LARGEST = [
  [INDEX_LIMIT - 1, INDEX_LIMIT],
  [2 ** 27 + 5, INDEX_LIMIT],
  [1, INDEX_LIMIT],
] as const;

describe.each(wgslKernels.map((kernel) => [kernel.id, kernel] as const))('%s', (_id, kernel) => {
  it('asks for workgroups that fold, whose threads 32 bits number, and numbers that their words hold', () => {
    let programs = 0;
    for (const limits of LIMITS) {
      for (const [rows, nnz] of LARGEST) {
        const context = contextOf(kernel.format ?? '', limits, rows, nnz);
        for (const { params, rejected } of enumerateParams(kernel.params, context, kernel.id)) {
          if (rejected !== undefined) continue;
          const program = kernel.program(context, params) as WgslProgram;
          programs++;
          for (const dispatch of program.dispatches) {
            checkNumbers(kernel.id, dispatch);
            const groups =
              typeof dispatch.groups === 'number' ? dispatch.groups : Math.ceil(NUMBERS / dispatch.groups.per);
            const { groupsX, groupsY } = foldGroups(groups, MOST, kernel.id);
            const { blockSize = 1, threadsPerRow = 1, items = 1 } = dispatch.constants;
            // The largest number a thread forms of its group: its row, or its first entry.
            const perGroup = dispatch.entryPoint === 'coo' ? blockSize * items : blockSize / threadsPerRow;
            if (typeof dispatch.groups === 'number') expect(groupsX * groupsY * perGroup).toBeLessThan(NUMBERS);
          }
        }
      }
    }
    expect(programs).toBeGreaterThan(0);
  });
});

describe('workgroups', () => {
  it.each([
    [1, 1, 1],
    [MOST, MOST, 1],
    [MOST + 1, 32_768, 2],
    [2 ** 31, 65_535, 32_769],
  ])('%i are folded into %i times %i', (groups, groupsX, groupsY) => {
    expect(foldGroups(groups, MOST, 'It')).toEqual({ groupsX, groupsY });
    expect(groupsX * groupsY).toBeGreaterThanOrEqual(groups);
  });

  it.each([
    [2 ** 31 + 1, MOST],
    [10, 3],
    [Number.NaN, MOST],
  ])('%d of at most %d along a dimension are refused with the number', (groups, most) => {
    let thrown: unknown;
    try {
      foldGroups(groups, most, "Kernel 'k'");
    } catch (error) {
      thrown = error;
    }
    expect(isSpmvError(thrown, 'BACKEND.LIMIT')).toBe(true);
    expect((thrown as Error).message).toContain(
      `Kernel 'k' would take ${groups} workgroups; the device runs at most ${most} along`,
    );
  });
});

it.each([[2 ** 32], [-1], [0.5], [Number.NaN]])(
  'the number %d of a dispatch is refused rather than taken modulo 2^32',
  (number) => {
    expect(() => checkNumbers('wgsl/k', { entryPoint: 'e', numbers: [7, number] })).toThrow(
      `entry point 'e': number 1 is ${number}`,
    );
  },
);

it('parts beyond what their word counts are refused before an array is made', () => {
  const cuts = collectSplitRows((visit) => visit(0, 0, MOST_PARTIALS + 1));
  expect(() => partialArrays(cuts)).toThrow(
    `need ${MOST_PARTIALS + 1} partial sums, but this kernel can count to ${MOST_PARTIALS}`,
  );
});
