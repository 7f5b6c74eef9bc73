// HYB.
// also complex
#include "hyb.cuh"
