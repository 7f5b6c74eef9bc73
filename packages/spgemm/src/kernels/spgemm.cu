// C = AB: all kernels of a product in one module, so that one program launches them one after another.
#include "spgemm-rows.cuh"
#include "spgemm-merge.cuh"
#include "spgemm-placed.cuh"
#include "spgemm-pattern.cuh"
#include "spgemm-long-rows.cuh"
#include "spgemm-values.cuh"
#include "spgemm-block-values.cuh"
