import type { SparseFormat, SpmvKernel } from '@spmv/core';
import { webgpu } from '@spmv/backend-webgpu';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { plugin } from '../src/index.ts';

const session = createSession(webgpu);
const format = plugin.formats?.[0] as SparseFormat;
const kernels = (plugin.kernels ?? []).filter((kernel): kernel is SpmvKernel => kernel.operation === 'spmv' && kernel.target === 'wgsl');
// A software adapter compiles slowly: a few parameters in place of all.
const params = { blockRows: [2, 3], blockCols: [2, 4], order: ['column', 'row'], alignment: [1], block: [256] };

register(kernels.flatMap((kernel) => kernelCases({ kernel, format, backend: webgpu, session, params, precisions: ['f32', 'df64'] })), { describe, it });
