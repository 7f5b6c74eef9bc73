// Entries that add to many elements of y: transposed products, symmetric storage.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scatter.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "scatter-inl.h"
#include "symmetric-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_FUNCTION(csrTransposed),
    SPMV_FUNCTION(csrPaddedTransposed),
    SPMV_FUNCTION(cooTransposed),
    SPMV_SUMS(clearSums),
    SPMV_SUMS(reduceSums),
    SPMV_FUNCTION(symmetric),
    SPMV_SUMS(addMirrored),
    SPMV_CONJUGATED(symmetric),
    SPMV_COMPLEX(addMirrored),
    SPMV_CONJUGATED(csrTransposed),
    SPMV_CONJUGATED(csrPaddedTransposed),
    SPMV_CONJUGATED(cooTransposed),
    SPMV_COMPLEX(clearSums),
    SPMV_COMPLEX(reduceSums),
    SPMV_END,
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spmv {
SPMV_FAMILY(kScatter);
} // namespace spmv
#endif // HWY_ONCE
