// Rows side by side: ELLPACK, its relatives, packed slices.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "slices.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "ellpack-inl.h"
#include "packed-inl.h"
#include "sell-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_FUNCTION(ellpackColumn),
    SPMV_FUNCTION(ellpackRow),
    SPMV_FUNCTION(ellpackRColumn),
    SPMV_FUNCTION(ellpackRRow),
    SPMV_FUNCTION(sell),
    SPMV_FUNCTION(hybColumn),
    SPMV_FUNCTION(hybRow),
    SPMV_FUNCTION(packed),
    SPMV_HALVES(ellpackColumn),
    SPMV_HALVES(ellpackRow),
    SPMV_HALVES(ellpackRColumn),
    SPMV_HALVES(ellpackRRow),
    SPMV_HALVES(sell),
    SPMV_COMPLEX(ellpackColumn),
    SPMV_COMPLEX(ellpackRow),
    SPMV_COMPLEX(ellpackRColumn),
    SPMV_COMPLEX(ellpackRRow),
    SPMV_COMPLEX(sell),
    SPMV_COMPLEX(hybColumn),
    SPMV_COMPLEX(hybRow),
    SPMV_COMPLEX(packed),
    SPMV_END,
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spmv {
SPMV_FAMILY(kSlices);
} // namespace spmv
#endif // HWY_ONCE
