// Products of sparse matrices. No multiplication is fused with an addition, so that every build has the same bits.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "products.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "row-product-inl.h"
#include "row-triple-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_COUNTS(countTerms),
    SPMV_COUNTS(startTerms),
    SPMV_COUNTS(countWords),
    SPMV_COUNTS(startRows),
    SPMV_COUNTS(fillWords),
    SPMV_COUNTS(countEntries),
    SPMV_SUMS(fillRows),
    SPMV_COUNTS(transpose),
    SPMV_COUNTS(countTriples),
    SPMV_COUNTS(startTriples),
    SPMV_COUNTS(countTripleEntries),
    SPMV_SUMS(fillTriples),
    SPMV_END,
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
