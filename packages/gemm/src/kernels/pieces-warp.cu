// builds: compute_80 sm_90
// Products by pieces with the instruction for a warp.
#include "piece-tile-warp.cuh"
#include "pieces-entries.cuh"

// Stages: as many as 99 KiB of shared memory hold, which every device from compute capability 8.0 on has.
#define WARP_TILE(NAME, P, V, STAGES) \
  using Tile128##NAME = WarpTile<P, STAGES>; \
  MULTIPLY(NAME##_128, P, Tile128##NAME, 128, 128, V, 1)

WARP_TILE(tf32, OneTf32, float, 4)
WARP_TILE(tf32x3, TwoTf32, float, 3)
WARP_TILE(bf16x6, ThreeBf16, float, 2)
WARP_TILE(f16x3, TwoF16, float, 3)
WARP_TILE(bf16, OneBf16, Bf16, 4)
