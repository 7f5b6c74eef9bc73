import { bundledModule } from '@spmv/kernel-kit';
import * as complex from '../js/complex.generated.ts';
import * as csrTransposed from '../js/csr-transposed.ts';
import * as packed from '../js/packed.ts';
import * as storedRows from '../js/stored-rows.ts';
import type { bundled as none } from './none.ts';

/** In workers of Cloudflare, whose modules do not know their place: they are part of the bundle. */
export const bundled: NonNullable<typeof none> = {
  complex: bundledModule('spmm/complex', complex),
  csrTransposed: bundledModule('spmm/csr-transposed', csrTransposed),
  packed: bundledModule('spmm/packed', packed),
  storedRows: bundledModule('spmm/stored-rows', storedRows),
};
