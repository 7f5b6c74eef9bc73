// ELLPACK, x through the read-only path.
// also complex
#define SPMV_READ_ONLY_OPERANDS
#include "ellpack.cuh"
