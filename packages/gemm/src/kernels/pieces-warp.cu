// slow to compile
// builds: compute_80 sm_90
// Products by pieces with the instruction for a warp.
#include "piece-tile-warp.cuh"
#include "pieces-entries.cuh"

// Stages: as many as 99 KiB of shared memory hold, which every device from compute capability 8.0 on has.
MULTIPLY(tf32, 128, float, WarpTile<OneTf32, 4>)
MULTIPLY(tf32x3, 128, float, WarpTile<TwoTf32, 3>)
MULTIPLY(bf16x6, 128, float, WarpTile<ThreeBf16, 2>)
MULTIPLY(f16x3, 128, float, WarpTile<TwoF16, 3>)
MULTIPLY(bf16, 128, Bf16, WarpTile<OneBf16, 4>)
