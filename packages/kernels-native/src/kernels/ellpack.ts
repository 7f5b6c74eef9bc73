import type { Kernel, KernelContext } from '@spmv/core';
import { analyseOverflow, byRows, bySlices, nativeKernel } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled, PRECISIONS, WITH_HALVES } from './build.ts';
import { BELL_GARLAND, FRAGA, KREUTZER, VAZQUEZ } from './sources.ts';

/** Kernels of formats that store neighbouring rows side by side, and so have a row in each lane. */
export function columnKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  const common = { module: FUNCTIONS, precisions: PRECISIONS } as const;
  const byOrder =
    (name: string) =>
    ({ matrix }: KernelContext) =>
      leveled(build, `${name}${matrix.params['order'] === 'row' ? 'Row' : 'Column'}`);
  return [
    nativeKernel({
      ...common,
      precisions: WITH_HALVES,
      id: 'native/ellpack',
      format: 'ellpack',
      title: 'ELLPACK, a row in each lane (column order) or entries of a row',
      sources: [FRAGA, { ...VAZQUEZ, section: 'III.C' }],
      export: byOrder('ellpack'),
      arrays: ['colIndex', 'values'],
      numbers: ['A.width', 'A.stride'],
      partition: byRows,
    }),
    nativeKernel({
      ...common,
      precisions: WITH_HALVES,
      id: 'native/ellpack-r',
      format: 'ellpack-r',
      title: 'ELLPACK-R, a row in each lane (column order) or entries of a row',
      sources: [{ ...VAZQUEZ, section: 'IV' }],
      export: byOrder('ellpackR'),
      arrays: ['rowLength', 'colIndex', 'values'],
      numbers: ['A.stride'],
      partition: byRows,
    }),
    nativeKernel({
      ...common,
      precisions: WITH_HALVES,
      id: 'native/sell',
      format: 'sell',
      title: 'Sliced ELLPACK, a row of the slice in each lane',
      sources: [KREUTZER, VAZQUEZ],
      export: leveled(build, 'sell'),
      arrays: ['sliceStart', 'rowOrder', 'colIndex', 'values'],
      numbers: ['param.C', 'param.sigma', 'rows'],
      partition: bySlices,
    }),
    nativeKernel({
      ...common,
      id: 'native/hyb',
      format: 'hyb',
      title: 'HYB in one pass, a row in each lane (column order) or entries of a row',
      sources: [BELL_GARLAND, VAZQUEZ],
      export: byOrder('hyb'),
      arrays: ['auxiliary.overflowStart', 'ellColIndex', 'ellValues', 'cooRowIndex', 'cooColIndex', 'cooValues'],
      numbers: ['A.width', 'A.stride'],
      analyse: analyseOverflow,
      partition: (context) => byRows(context, 'auxiliary.work'),
    }),
  ];
}
