// Several vectors at once.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vectors.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "spmm-inl.h"
#include "spmm-packed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_FUNCTION(spmmCsr),
    SPMV_FUNCTION(spmmEllpack),
    SPMV_FUNCTION(spmmSell),
    SPMV_FUNCTION(spmmPacked),
    SPMV_SUMS(spmmPanel),
    SPMV_COMPLEX(spmmCsr),
    SPMV_COMPLEX(spmmEllpack),
    SPMV_COMPLEX(spmmSell),
    SPMV_COMPLEX(spmmPacked),
    SPMV_COMPLEX(spmmPanel),
    SPMV_END,
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spmv {
SPMV_FAMILY(kVectors);
} // namespace spmv
#endif // HWY_ONCE
