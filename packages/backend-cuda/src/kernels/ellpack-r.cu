// ELLPACK-R, one thread a row.
// also complex
#include "ellpack-r.cuh"
