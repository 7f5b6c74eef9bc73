import { plugin as serial } from '@spmv/backend-serial';
import { plugin as threads } from '@spmv/backend-threads';
import { plugin as webgpu } from '@spmv/backend-webgpu';
import type { Plugin } from '@spmv/core';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { plugin as fused } from '@spmv/fused';
import { plugin as spmm } from '@spmv/spmm';
import { plugin as vectors } from '@spmv/vectors';

/** What runs everywhere. Nothing is started or loaded before it is used; types of files are not even among it, see `readMatrix`. */
export const everywhere: readonly Plugin[] = [
  formats,
  sell,
  csr16,
  packed,
  hyb,
  symmetric,
  spmm,
  fused,
  vectors,
  serial,
  threads,
  webgpu,
];
