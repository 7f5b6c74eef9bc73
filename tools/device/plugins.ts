import type { Plugin, Registry } from '@spmv/core';
import { createRegistry } from '@spmv/core';
import { plugin as cuda } from '@spmv/backend-cuda';
import { plugin as webgpu } from '@spmv/backend-webgpu';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as dia } from '@spmv/format-dia';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { plugin as gemm } from '@spmv/gemm';
import { plugin as multigrid } from '@spmv/multigrid';
import { plugin as spgemm } from '@spmv/spgemm';
import { plugin as spmm } from '@spmv/spmm';
import { plugin as vectors } from '@spmv/vectors';

/** Everything that brings a kernel for a GPU, the formats they read and the operations they compute. */
export const gpuPlugins: readonly Plugin[] = [
  formats,
  cuda,
  webgpu,
  packed,
  sell,
  symmetric,
  dia,
  hyb,
  bell,
  fused,
  gemm,
  multigrid,
  spgemm,
  spmm,
  vectors,
];

/** All of it. */
export function gpuRegistry(): Registry {
  return createRegistry(gpuPlugins);
}
