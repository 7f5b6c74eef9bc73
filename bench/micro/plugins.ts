import type { Registry } from '@spmv/core';
import { createRegistry } from '@spmv/core';
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as threads } from '@spmv/backend-threads';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as rowSegments } from '@spmv/format-row-segments';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';

/** Every format, and the backends of the processor. */
export function cpuRegistry(): Registry {
  return createRegistry([formats, serial, threads, csr16, rowSegments, sell, hyb, bell, packed]);
}
