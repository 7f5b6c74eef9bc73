// Products of two sparse matrices.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "products.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "row-product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_COUNTS(countTerms), SPMV_COUNTS(startTerms),   SPMV_COUNTS(countWords), SPMV_COUNTS(startRows),
    SPMV_COUNTS(fillWords),  SPMV_COUNTS(countEntries), SPMV_SUMS(fillRows),     SPMV_END,
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spmv {
SPMV_FAMILY(kProducts);
} // namespace spmv
#endif // HWY_ONCE
