import type { BackendDescriptor } from '@spmv/core';
import { buildMatrixFromRows, createRegistry, isSpmvError, openBackend, spmv } from '@spmv/core';
import { judgeRows, sampleRows } from '@spmv/core/oracle';
import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { plugin as formats } from '@spmv/formats';
import { stencil27Rows } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { plugin } from '../src/index.ts';
import { NO_LEVELS } from './levels.ts';
import { unless } from '../../../tools/needs.ts';

const registry = createRegistry([formats, serialPlugin, plugin]);
/** 2.7 MB of values, 1.3 MB of columns, and vectors of 0.1 MB. */
const source = stencil27Rows({ n: 24, varied: 1 });
/** Room for the vectors, not for the matrix. */
const options = { heapBytes: 2 ** 20 };
const { rows, cols } = source.shape;

async function productOf(descriptor: BackendDescriptor, id: string, launch: Readonly<Record<string, number>>) {
  const backend = await openBackend(descriptor, { options });
  try {
    const kernel = registry.kernel(id);
    const matrix = buildMatrixFromRows(registry.format(kernel.format as string), source);
    const operator = await backend.prepare({ operation: spmv, matrix, kernel, params: launch });
    const x = Float64Array.from({ length: cols }, (_, j) => Math.cos(j));
    const y = Float64Array.from({ length: rows }, (_, i) => Math.sin(i));
    const [dx, dy] = [backend.vector(x), backend.vector(y)];
    operator.apply(dx, dy, -0.75, 0.5);
    const result = await dy.read();
    const operands = { source, x, y, alpha: -0.75, beta: 0.5 };
    return judgeRows(result, sampleRows(source), operands, 'f64', 'f64');
  } finally {
    await backend.dispose();
  }
}

describe('a matrix that is larger than the WebAssembly memory', unless(NO_LEVELS), () => {
  const places = [
    { on: 'serial', descriptor: serial, launch: {} },
    { on: 'threads', descriptor: threads, launch: { threads: 3 } },
  ] as const;
  const cases = places.flatMap((place) =>
    ['native/csr', 'native/csr-merge', 'native/csr64', 'js/csr64'].map((id) => ({ ...place, id })),
  );

  it.each(cases)('is multiplied by $id on $on', async ({ descriptor, launch, id }) => {
    expect(await productOf(descriptor, id, launch)).toMatchObject({ failures: 0 });
  });

  it.each(places)('is refused for kernels in WebAssembly on $on, and the others are named', async (place) => {
    const thrown: unknown = await productOf(place.descriptor, 'wasm/csr-simd', place.launch).catch(
      (error: unknown) => error,
    );
    expect(isSpmvError(thrown, 'BACKEND.OUT_OF_MEMORY')).toBe(true);
    expect(thrown).toMatchObject({
      message: expect.stringMatching(/^Not enough memory for 'matrix\./u) as string,
      fix: expect.stringContaining('native/csr and native/csr64 of @spmv/kernels-native') as string,
    });
  });
});
