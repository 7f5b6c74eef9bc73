// CSR, T lanes of a warp a row, x through the read-only path.
#define SPMV_READ_ONLY_OPERANDS
#include "csr-vector-entries.cuh"
