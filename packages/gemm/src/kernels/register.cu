// slow to compile
// The shapes of register-tile.cuh that are built.
#include "register-tile.cuh"

// Registers for two blocks a multiprocessor, where the compiler does with them.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define BLOCKS_EACH(COUNT) COUNT
#else
#define BLOCKS_EACH(COUNT) 1
#endif

// Columns: rows and columns of the tile, terms at a time, rows and columns of a thread, sets of threads, stages.
TILE_ENTRIES(tile_64x128, f32, BLOCKS_EACH(2), RegisterTile<V, 64, 128, 16, 8, 8, 2, 3>)
TILE_ENTRIES(tile_64x64, f32, BLOCKS_EACH(4), RegisterTile<V, 64, 64, 16, 4, 8, 1, 2>)
TILE_ENTRIES(tile_32x64, f32, BLOCKS_EACH(2), RegisterTile<V, 32, 64, 16, 4, 8, 4, 3>)
TILE_ENTRIES(tile_32x32, f32, BLOCKS_EACH(8), RegisterTile<V, 32, 32, 16, 4, 4, 1, 2>)
TILE_ENTRIES(tile_64x64, f64, BLOCKS_EACH(2), RegisterTile<V, 64, 64, 16, 4, 8, 1, 2>)
