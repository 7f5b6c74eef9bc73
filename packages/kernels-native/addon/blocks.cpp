// Neighbouring entries that lie side by side in x, too: blocks, segments, diagonals.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "blocks.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "bell-inl.h"
#include "blocks-inl.h"
#include "dia-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_FUNCTION(bellColumn),
    SPMV_FUNCTION(bellRow),
    SPMV_FUNCTION(rowSegments),
    SPMV_FUNCTION(dia),
    SPMV_FUNCTION(diaTransposed),
    SPMV_COMPLEX(bellColumn),
    SPMV_COMPLEX(bellRow),
    SPMV_COMPLEX(rowSegments),
    SPMV_COMPLEX(dia),
    SPMV_CONJUGATED(diaTransposed),
    SPMV_END,
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spmv {
SPMV_FAMILY(kBlocks);
} // namespace spmv
#endif // HWY_ONCE
