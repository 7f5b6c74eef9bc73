// CSR with padded rows, half a warp a row (SpMV4GPU): every row begins aligned; padding has column -1, of which nothing
// of x is read.
#pragma once

#include "csr-vector.cuh"

constexpr int kHalfWarp = 16;

ENTRIES(csr_padded, 8, csrVector<kHalfWarp, int, A, V>)
ENTRY(csr_padded, bf16, 8, csrVector<kHalfWarp, int, A, V>)
