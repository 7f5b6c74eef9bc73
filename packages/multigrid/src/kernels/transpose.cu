// C = A^T.
#include "transpose.cuh"

TRANSPOSE_ENTRIES(transpose)
