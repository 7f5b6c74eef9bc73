// CSR with row starts beyond 32 bits, whole numbers in f64; T lanes of a warp a row.
// also complex
#include "csr-vector.cuh"

ENTRIES(csr64_vector_t1, 8, csrVector<1, double, A, V>)
ENTRIES(csr64_vector_t2, 8, csrVector<2, double, A, V>)
ENTRIES(csr64_vector_t4, 8, csrVector<4, double, A, V>)
ENTRIES(csr64_vector_t8, 8, csrVector<8, double, A, V>)
ENTRIES(csr64_vector_t16, 8, csrVector<16, double, A, V>)
ENTRIES(csr64_vector_t32, 8, csrVector<32, double, A, V>)
