import type { Citation } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';

/** The papers these kernels follow. */
export const FRAGA: Citation = { ...PAPERS.fraga, section: 'Sparse Matrices Formats' };
export const MERRILL: Citation = PAPERS.merrill;
export const VAZQUEZ: Citation = PAPERS.vazquez;
export const KREUTZER: Citation = PAPERS.kreutzer;
export const BELL_GARLAND: Citation = PAPERS.bellGarland;
export const CHOI: Citation = PAPERS.choi;
export const SUN: Citation = PAPERS.sun;
export const AHRENS: Citation = PAPERS.ahrens;
/** Diagonals, and triangles. */
export const SAAD: Citation = PAPERS.saad;
/** How a dense product is packed, and what stays in which cache. */
export const GOTO: Citation = PAPERS.goto;
/** Products that go on with y. */
export const KREUTZER_GHOST: Citation = {
  title:
    'M. Kreutzer et al., GHOST: building blocks for high performance sparse linear algebra on heterogeneous systems, Int. J. Parallel Programming 45, 2017',
};
/** Products of two sparse matrices. */
export const GUSTAVSON: Citation = PAPERS.gustavson;
/** Columns put together into words of bits, and sums in an array over the columns or side by side. */
export const DEVECI: Citation = PAPERS.deveci;
