import { buildMatrix, enumerateParams, headerOf, kernelContext, openBackend, spmv } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as formatsPlugin } from '@spmv/formats';
import { powerLaw, randomVector } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { cuda } from '../src/descriptor.ts';
import { csrTwoPass } from '../src/kernels/csr-two-pass.ts';
import { needsBackend } from '../../../tools/needs.ts';

const probe = await cuda.probe();

describe('operators of one kernel that ask for more and less shared memory', needsBackend('cuda', probe), () => {
  it('multiply in any order', async () => {
    const coo = powerLaw({ rows: 700, cols: 900, meanPerRow: 9, maxPerRow: 800 });
    const format = (formatsPlugin.formats ?? []).find(({ id }) => id === 'csr');
    if (!format) throw new Error('no format csr');
    const matrix = buildMatrix(format, coo, { valueType: 'f64' });
    const backend = await openBackend(cuda);
    const context = kernelContext(spmv, csrTwoPass, {
      matrix: headerOf(matrix),
      device: backend.device,
      precision: { precision: 'f64', accumulator: 'f64' },
    });
    const points = [...enumerateParams(csrTwoPass.params, context, csrTwoPass.id)].filter(
      ({ rejected }) => rejected === undefined,
    );
    const operators = [];
    for (const { params } of points.toReversed())
      operators.push(await backend.prepare({ operation: spmv, matrix, kernel: csrTwoPass, params }));
    const x = randomVector(900, { type: 'f64' });
    const dx = backend.vector(x);
    const dy = backend.vector(700, 'f64');
    const reference = spmvReference({ coo, x, y: new Float64Array(700), alpha: 1, beta: 0 }, 'f64');
    for (const operator of operators) {
      operator.apply(dx, dy);
      expect(judge(await dy.read(), reference, 'f64').errorRatio).toBeLessThanOrEqual(1);
    }
    await backend.dispose();
  });
});
