import { bundledModule } from '@spmv/kernel-kit';
import * as complex from '../js/complex.generated.ts';
import * as coo from '../js/coo.ts';
import * as cooTransposed from '../js/coo-transposed.ts';
import * as csr from '../js/csr.ts';
import * as csr64 from '../js/csr64.ts';
import * as csrPadded from '../js/csr-padded.ts';
import * as csrPaddedTransposed from '../js/csr-padded-transposed.ts';
import * as csrTransposed from '../js/csr-transposed.ts';
import * as ellpack from '../js/ellpack.ts';
import * as ellpackR from '../js/ellpack-r.ts';
import type { bundled as none } from './none.ts';

/** In workers of Cloudflare, whose modules do not know their place: they are part of the bundle. */
export const bundled: NonNullable<typeof none> = {
  complex: bundledModule('kernels-cpu/complex', complex),
  coo: bundledModule('kernels-cpu/coo', coo),
  cooTransposed: bundledModule('kernels-cpu/coo-transposed', cooTransposed),
  csr: bundledModule('kernels-cpu/csr', csr),
  csr64: bundledModule('kernels-cpu/csr64', csr64),
  csrPadded: bundledModule('kernels-cpu/csr-padded', csrPadded),
  csrPaddedTransposed: bundledModule('kernels-cpu/csr-padded-transposed', csrPaddedTransposed),
  csrTransposed: bundledModule('kernels-cpu/csr-transposed', csrTransposed),
  ellpack: bundledModule('kernels-cpu/ellpack', ellpack),
  ellpackR: bundledModule('kernels-cpu/ellpack-r', ellpackR),
};
