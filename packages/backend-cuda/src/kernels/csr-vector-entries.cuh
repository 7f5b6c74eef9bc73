// Entries of csr-vector.cuh with row starts of 32 bits.
#pragma once

#include "csr-vector.cuh"

ENTRIES(csr_vector_t1, 8, csrVector<1, int, A, V>)
ENTRY(csr_vector_t1, bf16, 8, csrVector<1, int, A, V>)
ENTRY(csr_vector_t1, f64_f32, 8, csrVector<1, int, A, V>)
CONJUGATED_ENTRIES(, csr_vector_t1, 8, csrVector<1, int, A, V>)
ENTRIES(csr_vector_t2, 8, csrVector<2, int, A, V>)
ENTRY(csr_vector_t2, bf16, 8, csrVector<2, int, A, V>)
ENTRY(csr_vector_t2, f64_f32, 8, csrVector<2, int, A, V>)
CONJUGATED_ENTRIES(, csr_vector_t2, 8, csrVector<2, int, A, V>)
ENTRIES(csr_vector_t4, 8, csrVector<4, int, A, V>)
ENTRY(csr_vector_t4, bf16, 8, csrVector<4, int, A, V>)
ENTRY(csr_vector_t4, f64_f32, 8, csrVector<4, int, A, V>)
CONJUGATED_ENTRIES(, csr_vector_t4, 8, csrVector<4, int, A, V>)
ENTRIES(csr_vector_t8, 8, csrVector<8, int, A, V>)
ENTRY(csr_vector_t8, bf16, 8, csrVector<8, int, A, V>)
ENTRY(csr_vector_t8, f64_f32, 8, csrVector<8, int, A, V>)
CONJUGATED_ENTRIES(, csr_vector_t8, 8, csrVector<8, int, A, V>)
ENTRIES(csr_vector_t16, 8, csrVector<16, int, A, V>)
ENTRY(csr_vector_t16, bf16, 8, csrVector<16, int, A, V>)
ENTRY(csr_vector_t16, f64_f32, 8, csrVector<16, int, A, V>)
CONJUGATED_ENTRIES(, csr_vector_t16, 8, csrVector<16, int, A, V>)
ENTRIES(csr_vector_t32, 8, csrVector<32, int, A, V>)
ENTRY(csr_vector_t32, bf16, 8, csrVector<32, int, A, V>)
ENTRY(csr_vector_t32, f64_f32, 8, csrVector<32, int, A, V>)
CONJUGATED_ENTRIES(, csr_vector_t32, 8, csrVector<32, int, A, V>)
