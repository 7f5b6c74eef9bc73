import { serial } from '@spmv/backend-serial';
import type { Backend, Kernel, Operation } from '@spmv/core';
import { buildMatrix, createWorkload, openBackend, referencesOf, spmv } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as dia } from '@spmv/format-dia';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as rowSegments } from '@spmv/format-row-segments';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { spmm } from '@spmv/spmm';
import { generateMatrix, randomVector } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNativeKernels } from '../src/index.ts';
import { foundLevels, NO_LEVELS } from './levels.ts';
import { FULL } from '../../../tools/full-lane.ts';
import { unless } from '../../../tools/needs.ts';

const known = [formats, sell, hyb, csr16, bell, dia, packed, rowSegments, symmetric].flatMap(
  (one) => one.formats ?? [],
);
/** More than stays near a core also where half of it is stored: 2.7 MB of 229,000 entries, in the full lane 17 MB of 1.5 million, since levels without gathers leave what is less to the processor. Kernels have loops of their own for it. */
const coo = generateMatrix('stencil27', { n: FULL ? 48 : 26 });
const scalars = { alpha: -0.75, beta: 0.5 } as const;

describe('a range that is larger than what stays near a core', unless(NO_LEVELS), () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(serial);
  });
  afterAll(async () => {
    await backend.dispose();
  });

  const kernels = (foundLevels().length === 0 ? [] : createNativeKernels()).filter(
    ({ operation, format, precisions }) =>
      (operation === spmv.id || operation === spmm.id) &&
      format !== undefined &&
      precisions.some(({ precision }) => precision === 'f64'),
  ) as readonly Kernel[];

  it.each(kernels.map((kernel) => ({ id: kernel.id, kernel })))('is multiplied by $id', async ({ kernel }) => {
    const format = known.find(({ id }) => id === kernel.format);
    if (!format) throw new RangeError(`no format ${String(kernel.format)}`);
    const isSpmm = kernel.operation === spmm.id;
    const operation = (isSpmm ? spmm : spmv) as Operation;
    const sizes = isSpmm ? { vectors: 3 } : {};
    const workload = createWorkload(operation, coo, { options: kernel.options ?? {}, sizes });
    const matrix = buildMatrix(format, coo);
    const operator = await backend.prepare({ operation, kernel, matrix, sizes });
    const given = Object.fromEntries(
      workload.signature.buffers.map(({ name, length }, seed) => [name, randomVector(length, { seed })]),
    );
    const buffers = Object.values(given).map((data) =>
      isSpmm ? backend.dense(data.length / 3, 3, { data: data.slice() }) : backend.vector(data.slice()),
    );
    (operator.apply as (...all: unknown[]) => void)(...buffers, scalars.alpha, scalars.beta);
    const result = await buffers.at(-1)?.read();
    const references = referencesOf(workload, given, scalars, { precision: 'f64', accumulator: 'f64' });
    const [reference] = Object.values(references);
    if (!result || !reference) throw new RangeError('nothing to compare');
    expect(judge(result, reference, 'f64')).toMatchObject({ failures: 0 });
    await operator.dispose();
    for (const buffer of buffers) await buffer.dispose();
  });
});
