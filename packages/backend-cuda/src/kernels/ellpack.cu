// ELLPACK.
#include "ellpack.cuh"
