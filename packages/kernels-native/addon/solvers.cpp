// What iterative solvers are made of: products with an ending, passes over vectors, arithmetic of numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "fused-inl.h"
#include "numbers-inl.h"
#include "passes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_FUNCTION(fusedCsr),
    SPMV_FUNCTION(fusedSell),
    SPMV_SUMS(pass),
    SPMV_SUMS(number),
    SPMV_SUMS(total),
    SPMV_COMPLEX(fusedCsr),
    SPMV_COMPLEX(fusedSell),
    SPMV_COMPLEX(pass),
    SPMV_COMPLEX(number),
    SPMV_COMPLEX(total),
    SPMV_END,
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spmv {
SPMV_FAMILY(kSolvers);
} // namespace spmv
#endif // HWY_ONCE
