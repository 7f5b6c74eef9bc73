// builds: sm_90a
// Products by pieces with the instruction for a warpgroup, which only compute capability 9.0 has.
#include "piece-tile-warpgroup.cuh"
#include "pieces-entries.cuh"

// Stages: as many as 227 KiB of shared memory hold.
#define WARPGROUP_TILES(NAME, P, V, STAGES128, STAGES256) \
  using Tile128##NAME = WarpgroupTile<P, 128, STAGES128>; \
  using Tile256##NAME = WarpgroupTile<P, 256, STAGES256>; \
  MULTIPLY(NAME##_128, P, Tile128##NAME, 128, 128, V, 1) \
  MULTIPLY(NAME##_256, P, Tile256##NAME, 128, 256, V, 1)

WARPGROUP_TILES(tf32, OneTf32, float, 6, 6)
WARPGROUP_TILES(tf32x3, TwoTf32, float, 4, 4)
WARPGROUP_TILES(bf16x6, ThreeBf16, float, 4, 3)
WARPGROUP_TILES(f16x3, TwoF16, float, 4, 4)
WARPGROUP_TILES(bf16, OneBf16, Bf16, 6, 6)
