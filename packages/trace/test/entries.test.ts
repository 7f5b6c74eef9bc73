import type { CudaLaunchProgram } from '@spmv/core';
import {
  buildMatrix,
  enumerateParams,
  headerOf,
  kernelContext,
  NO_MATRIX,
  PRECISIONS,
  storedPrecision,
} from '@spmv/core';
import { checkEntries } from '@spmv/kernel-kit';
import { cudaText, sourceEntries } from '@spmv/kernel-kit/node';
import { expect, it } from 'vitest';
import { H200 } from '../src/index.ts';
import { matrixNamed, registry, tracedKernels } from './traced.ts';

const read = new Map<string, ReturnType<typeof sourceEntries>>();
/** The entry points of modules: many points of a kernel have the same. */
function entriesOf(modules: CudaLaunchProgram['modules']): ReturnType<typeof sourceEntries> {
  const key = JSON.stringify(modules);
  const found = read.get(key) ?? sourceEntries(modules);
  read.set(key, found);
  return found;
}

it.each(tracedKernels.map((kernel) => [kernel.id, kernel] as const))(
  '%s names the parameters of its entry points in their order',
  async (id, kernel) => {
    const coo = matrixNamed('stencil5');
    const sizes = kernel.operation === 'spmm' ? { vectors: 6 } : kernel.format === undefined ? { n: 1000 } : {};
    let launches = 0;
    for (const precision of kernel.precisions)
      for (const order of ['row', 'column'] as const) {
        const valueType = PRECISIONS[storedPrecision(precision)].host;
        const format = kernel.format === undefined ? undefined : registry.format(kernel.format);
        const matrix = format ? buildMatrix(format, coo, { valueType, target: 'cuda' }) : NO_MATRIX;
        const context = kernelContext(registry.operation(kernel.operation), kernel, {
          matrix: headerOf(matrix),
          device: H200,
          precision,
          sizes,
          layouts: kernel.operation === 'spmm' ? { X: { order } } : {},
        });
        for (const { params, rejected } of enumerateParams(kernel.params, context, id)) {
          if (rejected !== undefined) continue;
          const program = kernel.program(context, params) as CudaLaunchProgram;
          const entries = await entriesOf(program.modules);
          if (!entries) throw new Error(`${id} has no source`);
          checkEntries(id, program.launches, entries);
          launches += program.launches.length;
        }
      }
    expect(launches).toBeGreaterThan(0);
  },
);

const loading = tracedKernels.filter(({ params }) => params.axes['xLoad'] !== undefined);

it.each(loading.map((kernel) => [kernel.id, kernel] as const))(
  '%s has one text for both ways to load x, but for the definition that says which',
  async (id, kernel) => {
    const matrix = buildMatrix(registry.format(kernel.format ?? ''), matrixNamed('stencil5'), { target: 'cuda' });
    const context = kernelContext(registry.operation(kernel.operation), kernel, {
      matrix: headerOf(matrix),
      device: H200,
      precision: kernel.precisions[0],
    });
    const params = enumerateParams(kernel.params, context, id).find(({ rejected }) => rejected === undefined)?.params;
    const textOf = async (xLoad: string): Promise<string> => {
      const { modules } = kernel.program(context, { ...params, xLoad }) as CudaLaunchProgram;
      const text = await cudaText(modules.at(-1) as CudaLaunchProgram['modules'][number]);
      return (text ?? '')
        .replaceAll(/\/\/.*/gu, '')
        .replaceAll(/\s*\n\s*/gu, '\n')
        .trim();
    };
    const define = '#define SPMV_READ_ONLY_OPERANDS\n';
    const plain = await textOf('plain');
    expect(plain).not.toContain(define);
    expect(await textOf('readonly')).toBe(`${define}${plain}`);
  },
);
