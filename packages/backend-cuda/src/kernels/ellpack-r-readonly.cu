// ELLPACK-R, one thread a row, x through the read-only path.
#define SPMV_READ_ONLY_OPERANDS
#include "ellpack-r.cuh"
