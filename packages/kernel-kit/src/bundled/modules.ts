import { bundledModule } from '../js-module.ts';
import * as complex from '../js/complex.generated.ts';
import * as total from '../js/total.ts';
import * as workerSums from '../js/worker-sums.ts';
import type { bundled as none } from './none.ts';

/** In workers of Cloudflare, whose modules do not know their place: they are part of the bundle. */
export const bundled: NonNullable<typeof none> = {
  complex: bundledModule('kernel-kit/complex', complex),
  total: bundledModule('kernel-kit/total', total),
  workerSums: bundledModule('kernel-kit/worker-sums', workerSums),
};
