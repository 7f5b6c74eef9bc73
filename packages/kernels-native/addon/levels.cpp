// The kernels, compiled once for each instruction set that Highway knows here: this file includes itself once for each.
// Highway's own choice among them needs its library; this one needs its headers alone, and can be forced for tests.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "levels.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#include "hwy/foreach_target.h"

#include "hwy/highway.h"

#include "arguments.h"
#include "blocks-inl.h"
#include "csr-inl.h"
#include "dia-inl.h"
#include "ellpack-inl.h"
#include "gemm-inl.h"
#include "packed-inl.h"
#include "scatter-inl.h"
#include "spmm-inl.h"
#include "symmetric-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Names end with the precision of the product; before it `Narrow` where the values are kept as f32 in one of f64.
#define SPMV_SUMS(name) \
  {#name "F64", name<double>}, { \
#name "F32", name < float> \
  }
#define SPMV_FUNCTION(name) \
  SPMV_SUMS(name), { \
#name "NarrowF64", name < double, float> \
  }

const Function kFunctions[] = {
    SPMV_FUNCTION(csr),           SPMV_FUNCTION(csrMerge),
    SPMV_FUNCTION(csrPadded),     SPMV_FUNCTION(csr16),
    SPMV_FUNCTION(coo),           SPMV_FUNCTION(ellpackColumn),
    SPMV_FUNCTION(ellpackRow),    SPMV_FUNCTION(ellpackRColumn),
    SPMV_FUNCTION(ellpackRRow),   SPMV_FUNCTION(sell),
    SPMV_FUNCTION(hybColumn),     SPMV_FUNCTION(hybRow),
    SPMV_FUNCTION(packed),        SPMV_FUNCTION(bellColumn),
    SPMV_FUNCTION(bellRow),       SPMV_FUNCTION(rowSegments),
    SPMV_FUNCTION(dia),           SPMV_FUNCTION(diaTransposed),
    SPMV_FUNCTION(csrTransposed), SPMV_FUNCTION(csrPaddedTransposed),
    SPMV_FUNCTION(cooTransposed), SPMV_SUMS(clearSums),
    SPMV_SUMS(reduceSums),        SPMV_FUNCTION(symmetric),
    SPMV_SUMS(addMirrored),       SPMV_FUNCTION(spmmCsr),
    SPMV_FUNCTION(spmmEllpack),   SPMV_FUNCTION(spmmSell),
    SPMV_SUMS(spmmPanel),         SPMV_SUMS(gemmPack),
    SPMV_SUMS(gemmMultiply),      {nullptr, nullptr},
};
#undef SPMV_FUNCTION
#undef SPMV_SUMS

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#if HWY_ARCH_ARM && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace spmv {
namespace {

[[maybe_unused]] bool always() { return true; }

#if HWY_ARCH_X86
bool hasSse4() {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
}
bool hasAvx2() {
  return hasSse4() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c");
}
bool hasAvx3() {
  return hasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vl");
}
#endif

#if HWY_TARGETS & HWY_SVE
bool hasSve() { return (getauxval(AT_HWCAP) & (1UL << 22)) != 0; }
#endif

} // namespace

const Level kLevels[] = {
#if HWY_TARGETS & HWY_AVX3
    {"avx512", N_AVX3::kFunctions, hasAvx3},
#endif
#if HWY_TARGETS & HWY_AVX2
    {"avx2", N_AVX2::kFunctions, hasAvx2},
#endif
#if HWY_TARGETS & HWY_SSE4
    {"sse4", N_SSE4::kFunctions, hasSse4},
#endif
#if HWY_TARGETS & HWY_SVE
    {"sve", N_SVE::kFunctions, hasSve},
#endif
#if HWY_TARGETS & HWY_NEON
    {"neon", N_NEON::kFunctions, always},
#endif
#if HWY_TARGETS & HWY_EMU128
    {"scalar", N_EMU128::kFunctions, always},
#endif
#if HWY_TARGETS & HWY_SCALAR
    {"scalar", N_SCALAR::kFunctions, always},
#endif
    {nullptr, nullptr, nullptr},
};

} // namespace spmv
#endif // HWY_ONCE
