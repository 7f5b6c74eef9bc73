// builds: compute_80 sm_90
// slow to compile
// The shapes of double-tile.cuh that are built, called as those of register.cu are.
#include "double-tile.cuh"

extern __shared__ __align__(16) unsigned char kernelShared[];

// Columns: rows and columns of the tile, terms at a time, rows and columns of a warp, stages, blocks.
#define MATRIX(NAME, M, N, STEPS, WM, WN, STAGES, BLOCKS, LEFT, RIGHT, WIDE) \
  extern "C" __global__ void __launch_bounds__(DoubleTile<M, N, STEPS, WM, WN, STAGES>::kThreads, BLOCKS) \
      NAME##_f64(PRODUCT_PARAMETERS(double)) { \
    const Tile tile = tileOf<M, N>(blockIdx.x, m, n); \
    DoubleTile<M, N, STEPS, WM, WN, STAGES>::run<LEFT, RIGHT, WIDE>( \
        reinterpret_cast<double*>(kernelShared), left + tile.product * leftBatch, right + tile.product * rightBatch, \
        out + tile.product * outBatch, alpha, beta, {m, n, k, leftStep, rightStep, outStep}, tile); \
  }
#define MATRIX_ORDERS(NAME, ...) \
  MATRIX(NAME##_rr, __VA_ARGS__, true, false, false) \
  MATRIX(NAME##_rc, __VA_ARGS__, true, true, false) \
  MATRIX(NAME##_cr, __VA_ARGS__, false, false, false) \
  MATRIX(NAME##_cc, __VA_ARGS__, false, true, false) \
  MATRIX(NAME##_rr_wide, __VA_ARGS__, true, false, true) \
  MATRIX(NAME##_rc_wide, __VA_ARGS__, true, true, true) \
  MATRIX(NAME##_cr_wide, __VA_ARGS__, false, false, true) \
  MATRIX(NAME##_cc_wide, __VA_ARGS__, false, true, true)

MATRIX_ORDERS(tile_128x64, 128, 64, 16, 64, 32, 3, 2)
MATRIX_ORDERS(tile_64x64, 64, 64, 16, 32, 32, 3, 2)
MATRIX_ORDERS(tile_64x32, 64, 32, 32, 16, 16, 3, 2)
