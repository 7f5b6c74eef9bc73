import type { SparseFormat } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr } from '@spmv/formats';
import { fused, plugin } from '@spmv/fused';
import { describe } from 'vitest';
import { FULL } from '../full-lane.ts';
import { needs } from '../needs.ts';
import { registerComplexOnInterpreter } from './interpreted-complex.ts';

const kernels = (plugin.kernels ?? []).filter(
  // dot-norm has what dot and norm have.
  ({ target, id }) => target === 'cuda' && (FULL || /-(?:dot-norm|axpy)$/u.test(id)),
);

describe('complex products that go on with y', needs('nvcc'), () => {
  registerComplexOnInterpreter(fused, kernels, [csr, packed, sell] as readonly SparseFormat[]);
});
