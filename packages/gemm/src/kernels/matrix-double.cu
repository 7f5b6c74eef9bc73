// builds: compute_80 sm_90
// slow to compile
// The shapes of double-tile.cuh that are built.
#include "double-tile.cuh"

// Columns: rows and columns of the tile, terms at a time, rows and columns of a warp, stages.
TILE_ENTRIES(tile_128x64, f64, 2, DoubleTile<128, 64, 16, 64, 32, 3>)
TILE_ENTRIES(tile_64x64, f64, 2, DoubleTile<64, 64, 16, 32, 32, 3>)
TILE_ENTRIES(tile_64x32, f64, 2, DoubleTile<64, 32, 32, 16, 16, 3>)
