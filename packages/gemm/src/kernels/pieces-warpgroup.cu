// builds: sm_90a
// Products by pieces with the instruction for a warpgroup, which only compute capability 9.0 has.
#include "piece-tile-warpgroup.cuh"
#include "pieces-entries.cuh"

// Stages: as many as 227 KiB of shared memory hold.
MULTIPLY(tf32, 128, float, WarpgroupTile<OneTf32, 128, 6>)
MULTIPLY(tf32, 256, float, WarpgroupTile<OneTf32, 256, 6>)
MULTIPLY(tf32x3, 128, float, WarpgroupTile<TwoTf32, 128, 4>)
MULTIPLY(tf32x3, 256, float, WarpgroupTile<TwoTf32, 256, 4>)
MULTIPLY(bf16x6, 128, float, WarpgroupTile<ThreeBf16, 128, 4>)
MULTIPLY(bf16x6, 256, float, WarpgroupTile<ThreeBf16, 256, 3>)
MULTIPLY(f16x3, 128, float, WarpgroupTile<TwoF16, 128, 4>)
MULTIPLY(f16x3, 256, float, WarpgroupTile<TwoF16, 256, 4>)
MULTIPLY(bf16, 128, Bf16, WarpgroupTile<OneBf16, 128, 6>)
MULTIPLY(bf16, 256, Bf16, WarpgroupTile<OneBf16, 256, 6>)
