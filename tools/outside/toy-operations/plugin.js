import { definePlugin } from '@spmv/core';
import { absoluteTransposed, absoluteTransposedKernels } from './absolute-transposed.js';
import { masked, maskedKernels } from './masked.js';
import { rowNorms, rowNormsKernels } from './row-norms.js';
import { sddmm, sddmmKernels } from './sddmm.js';

export default definePlugin({
  name: 'acme-operations',
  apiVersion: 2,
  operations: [rowNorms, sddmm, absoluteTransposed],
  kernels: [...rowNormsKernels, ...sddmmKernels, ...absoluteTransposedKernels],
  matrixOperations: [masked],
  matrixKernels: maskedKernels,
});
