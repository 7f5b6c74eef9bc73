// ELLR-T.
#include "ellr-t.cuh"
