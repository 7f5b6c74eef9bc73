// HYB.
#include "hyb.cuh"
