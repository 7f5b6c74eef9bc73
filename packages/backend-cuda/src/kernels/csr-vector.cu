// CSR, T lanes of a warp a row.
// also complex
#include "csr-vector-entries.cuh"
