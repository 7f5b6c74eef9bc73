// slow to compile
// The shapes of register-tile.cuh that are built: NAME_ORDERS for operands of any alignment, and NAME_ORDERS_wide where
// every line of what is copied in whole vectors begins at a multiple of 16 bytes.
#include "register-tile.cuh"

// Registers for two blocks a multiprocessor, where the compiler does with them.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define BLOCKS_EACH(COUNT) COUNT
#else
#define BLOCKS_EACH(COUNT) 1
#endif

extern __shared__ __align__(16) unsigned char kernelShared[];

#define REGISTER(NAME, V, SUFFIX, M, N, STEPS, TM, TN, GROUPS, STAGES, BLOCKS, LEFT, RIGHT, WIDE) \
  extern "C" __global__ void __launch_bounds__(RegisterTile<V, M, N, STEPS, TM, TN, GROUPS, STAGES>::kThreads* GROUPS, \
                                               BLOCKS_EACH(BLOCKS)) NAME##_##SUFFIX(PRODUCT_PARAMETERS(V)) { \
    const Tile tile = tileOf<M, N>(blockIdx.x, m, n); \
    RegisterTile<V, M, N, STEPS, TM, TN, GROUPS, STAGES>::template run<LEFT, RIGHT, WIDE>( \
        reinterpret_cast<V*>(kernelShared), left + tile.product * leftBatch, right + tile.product * rightBatch, \
        out + tile.product * outBatch, alpha, beta, {m, n, k, leftStep, rightStep, outStep}, tile); \
  }
// Orders: by rows or columns, of left and right.
#define REGISTER_ORDERS(NAME, ...) \
  REGISTER(NAME##_rr, __VA_ARGS__, true, false, false) \
  REGISTER(NAME##_rc, __VA_ARGS__, true, true, false) \
  REGISTER(NAME##_cr, __VA_ARGS__, false, false, false) \
  REGISTER(NAME##_cc, __VA_ARGS__, false, true, false) \
  REGISTER(NAME##_rr_wide, __VA_ARGS__, true, false, true) \
  REGISTER(NAME##_rc_wide, __VA_ARGS__, true, true, true) \
  REGISTER(NAME##_cr_wide, __VA_ARGS__, false, false, true) \
  REGISTER(NAME##_cc_wide, __VA_ARGS__, false, true, true)

// Columns: rows and columns of the tile, terms at a time, rows and columns of a thread, sets of threads, stages,
// blocks.
REGISTER_ORDERS(tile_64x128, float, f32, 64, 128, 16, 8, 8, 2, 3, 2)
REGISTER_ORDERS(tile_64x64, float, f32, 64, 64, 16, 4, 8, 1, 2, 4)
REGISTER_ORDERS(tile_32x64, float, f32, 32, 64, 16, 4, 8, 4, 3, 2)
REGISTER_ORDERS(tile_32x32, float, f32, 32, 32, 16, 4, 4, 1, 2, 8)
REGISTER_ORDERS(tile_64x64, double, f64, 64, 64, 16, 4, 8, 1, 2, 2)
