// ELLR-T.
// also complex
#include "ellr-t.cuh"
