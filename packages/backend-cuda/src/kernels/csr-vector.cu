// CSR, T lanes of a warp a row.
#include "csr-vector.cuh"

CSR_VECTOR_ALL(csr_vector, int, double, double, f64)
CSR_VECTOR_ALL(csr_vector, int, float, float, f32)
CSR_VECTOR_ALL(csr_vector, int, Bf16, Bf16, bf16)
CSR_VECTOR_ALL(csr_vector, int, float, double, f64_f32)
