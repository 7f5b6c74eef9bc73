// CSR, T lanes of a warp a row.
#include "csr-vector-entries.cuh"
