// CSR with row starts beyond 32 bits, whole numbers in f64; T lanes of a warp a row.
#include "csr-vector.cuh"

CSR_VECTOR_ALL(csr64_vector, double, double, double, f64)
CSR_VECTOR_ALL(csr64_vector, double, float, float, f32)
