import type { SparseFormat } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { plugin, spmm } from '@spmv/spmm';
import { describe } from 'vitest';
import { needs } from '../needs.ts';
import { registerComplexOnInterpreter } from './interpreted-complex.ts';

const kernels = (plugin.kernels ?? []).filter(({ target, vendor }) => target === 'cuda' && vendor !== true);

// What differs between the precisions is how many numbers a load has.
describe('complex products of several vectors', needs('nvcc'), () => {
  registerComplexOnInterpreter(spmm, kernels, [csr, ellpack, packed, sell] as readonly SparseFormat[]);
});
