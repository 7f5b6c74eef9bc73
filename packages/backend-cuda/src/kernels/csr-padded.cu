// CSR with padded rows.
// also complex
#include "csr-padded.cuh"
