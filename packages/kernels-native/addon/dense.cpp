// Dense products, and what is made of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dense.cpp"
#include "levels.h"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "cholesky-inl.h"
#include "cholesky-rights-inl.h"
#include "cholesky-solve-inl.h"
#include "cholesky-tree-inl.h"
#include "gemm-alone-inl.h"
#include "gemm-inl.h"
#include "indefinite-fronts-inl.h"
#include "indefinite-inl.h"
#include "lu-fronts-inl.h"
#include "lu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {
namespace {

const Function kFunctions[] = {
    SPMV_SUMS(gemmPack),
    SPMV_SUMS(gemmMultiply),
    SPMV_SUMS(gemmAlone),
    SPMV_SUMS(gemmFewRows),
    SPMV_ENTRY(choleskyFronts, "F64", double),
    SPMV_ENTRY(choleskySolve, "F64", double),
    SPMV_ENTRY(choleskyRights, "F64", double),
    SPMV_ENTRY(indefiniteRest, "F64", double),
    SPMV_ENTRY(indefinitePivots, "F64", double),
    SPMV_ENTRY(indefiniteAddFront, "F64", double),
    SPMV_ENTRY(indefiniteKeepFront, "F64", double),
    SPMV_ENTRY(indefiniteSolve, "F64", double),
    SPMV_ENTRY(luPanel, "F64", double),
    SPMV_ENTRY(luAddFront, "F64", double),
    SPMV_ENTRY(luKeepFront, "F64", double),
    SPMV_ENTRY(luFrontsSolve, "F64", double),
    SPMV_ENTRY(luAgain, "F64", double),
    SPMV_ENTRY(luSolve, "F64", double),
    SPMV_END,
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spmv {
SPMV_FAMILY(kDense);
} // namespace spmv
#endif // HWY_ONCE
