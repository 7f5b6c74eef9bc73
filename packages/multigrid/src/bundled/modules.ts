import { bundledModule } from '@spmv/kernel-kit';
import * as rows from '../js/rows.ts';
import * as splitting from '../js/splitting.ts';
import * as weights from '../js/weights.ts';
import type { bundled as none } from './none.ts';

/** In workers of Cloudflare, whose modules do not know their place: they are part of the bundle. */
export const bundled: NonNullable<typeof none> = {
  rows: bundledModule('multigrid/rows', rows),
  splitting: bundledModule('multigrid/splitting', splitting),
  weights: bundledModule('multigrid/weights', weights),
};
