// CSR, one thread a row, x through the read-only path.
#define SPMV_READ_ONLY_OPERANDS
#include "csr.cuh"
