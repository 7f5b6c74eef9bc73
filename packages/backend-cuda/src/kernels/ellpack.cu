// ELLPACK.
// also complex
#include "ellpack.cuh"
