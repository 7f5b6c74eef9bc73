// CSR, one thread a row.
// also complex
#include "csr.cuh"
