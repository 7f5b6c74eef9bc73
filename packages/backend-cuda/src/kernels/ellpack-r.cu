// ELLPACK-R, one thread a row.
#include "ellpack-r.cuh"
