import { bundledModule } from '@spmv/kernel-kit';
import * as galerkin from '../js/galerkin.ts';
import * as gustavson from '../js/gustavson.ts';
import * as masked from '../js/masked.ts';
import * as union from '../js/union.ts';
import type { bundled as none } from './none.ts';

/** In workers of Cloudflare, whose modules do not know their place: they are part of the bundle. */
export const bundled: NonNullable<typeof none> = {
  galerkin: bundledModule('spgemm/galerkin', galerkin),
  gustavson: bundledModule('spgemm/gustavson', gustavson),
  masked: bundledModule('spgemm/masked', masked),
  union: bundledModule('spgemm/union', union),
};
