// CSR, one thread a row.
#include "csr.cuh"
