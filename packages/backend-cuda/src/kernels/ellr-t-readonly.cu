// ELLR-T, x through the read-only path.
#define SPMV_READ_ONLY_OPERANDS
#include "ellr-t.cuh"
