// P of a level: all kernels in one module, so that one program launches them one after another.
#include "interpolation.cuh"

SPMV_ENTRY(, coarsening_clear, 3, clearPoints)
SPMV_ENTRY(, coarsening_clear_tally, 1, clearTally)
ENTRY(coarsening_strength, f64, 8, markStrong<V>)
SPMV_ENTRY(, coarsening_choose, 10, choosePoints)
SPMV_ENTRY(, coarsening_count, 3, countCoarse)
SPMV_ENTRY(, coarsening_number, 5, numberCoarse)
SCAN_ENTRIES(coarsening)
SPMV_ENTRY(, coarsening_near, 6, countNear)
ENTRY(coarsening_bound, f64, 11, boundPoints<V>)
SPMV_ENTRY(, coarsening_interpolate, 15, interpolateRows<false>)
SPMV_ENTRY(, coarsening_interpolate_aside, 15, interpolateRows<true>)
SPMV_ENTRY(, coarsening_compact, 6, compactRows)
SPMV_ENTRY(, coarsening_diagonal, 5, readDiagonal)
SPMV_ENTRY(, coarsening_reweigh, 14, reweighRows<false>)
SPMV_ENTRY(, coarsening_reweigh_aside, 14, reweighRows<true>)
