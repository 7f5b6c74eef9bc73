// CSR, T lanes of a warp a row, x through the read-only path.
// also complex
#define SPMV_READ_ONLY_OPERANDS
#include "csr-vector-entries.cuh"
