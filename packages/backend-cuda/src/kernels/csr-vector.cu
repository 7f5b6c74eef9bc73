// CSR, T lanes of a warp a row.
#include "csr-vector.cuh"

CSR_VECTOR_ALL(csr_vector, int, double, f64)
CSR_VECTOR_ALL(csr_vector, int, float, f32)
CSR_VECTOR_ALL(csr_vector, int, Bf16, bf16)
