// C = AB, sums of it and another matrix, its entries at places of a mask, and the transpose for P^T A P: all kernels in
// one module, so that one program launches them one after another.
#include "spgemm-rows.cuh"
#include "spgeam.cuh"
#include "spgemm-masked.cuh"
#include "spgemm-merge.cuh"
#include "spgemm-placed.cuh"
#include "spgemm-pattern.cuh"
#include "spgemm-long-rows.cuh"
#include "spgemm-values.cuh"
#include "spgemm-block-values.cuh"
#include "transpose.cuh"

TRANSPOSE_ENTRIES(spgemm_transpose)
