import { bundledModule } from '@spmv/kernel-kit';
import * as complex from '../js/complex.generated.ts';
import * as csr from '../js/csr.ts';
import type { bundled as none } from './none.ts';

/** In workers of Cloudflare, whose modules do not know their place: they are part of the bundle. */
export const bundled: NonNullable<typeof none> = {
  complex: bundledModule('fused/complex', complex),
  csr: bundledModule('fused/csr', csr),
};
