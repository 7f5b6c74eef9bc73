import { bundledModule } from '@spmv/kernel-kit';
import * as pass from '../js/pass.ts';
import * as number from '../js/number.ts';
import * as pairs from '../js/pairs.generated.ts';
import * as gather from '../js/gather.ts';
import type { bundled as none } from './none.ts';

/** In workers of Cloudflare, whose modules do not know their place: they are part of the bundle. */
export const bundled: NonNullable<typeof none> = {
  pass: bundledModule('vectors/pass', pass),
  number: bundledModule('vectors/number', number),
  pairs: bundledModule('vectors/pairs', pairs),
  gather: bundledModule('vectors/gather', gather),
};
