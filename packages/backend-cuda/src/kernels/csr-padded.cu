// CSR with padded rows.
#include "csr-padded.cuh"
