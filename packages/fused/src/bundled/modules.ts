import { bundledModule } from '@spmv/kernel-kit';
import * as csr from '../js/csr.ts';
import * as pairs from '../js/pairs.ts';
import type { bundled as none } from './none.ts';

/** In workers of Cloudflare, whose modules do not know their place: they are part of the bundle. */
export const bundled: NonNullable<typeof none> = {
  csr: bundledModule('fused/csr', csr),
  pairs: bundledModule('fused/pairs', pairs),
};
