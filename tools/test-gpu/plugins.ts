import type { Registry } from '@spmv/core';
import { createRegistry } from '@spmv/core';
import { plugin as cuda } from '@spmv/backend-cuda';
import { plugin as webgpu } from '@spmv/backend-webgpu';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';

/** Everything that brings a kernel for a GPU, and the formats they read. */
export function gpuRegistry(): Registry {
  return createRegistry([formats, cuda, webgpu, packed, sell, hyb, bell]);
}
