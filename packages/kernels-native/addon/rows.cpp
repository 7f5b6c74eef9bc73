// Rows one after another: CSR and what is stored like it.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rows.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "csr-inl.h"
#include "csr16-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_FUNCTION(csr),     SPMV_HALVES(csr),         SPMV_FUNCTION(csrMerge),
    SPMV_FUNCTION(csr64),   SPMV_FUNCTION(csrPadded), SPMV_HALVES(csrPadded),
    SPMV_FUNCTION(csr16),   SPMV_FUNCTION(coo),       SPMV_CONJUGATED(csr),
    SPMV_COMPLEX(csrMerge), SPMV_COMPLEX(csr64),      SPMV_COMPLEX(csrPadded),
    SPMV_COMPLEX(csr16),    SPMV_COMPLEX(coo),        SPMV_END,
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spmv {
SPMV_FAMILY(kRows);
} // namespace spmv
#endif // HWY_ONCE
