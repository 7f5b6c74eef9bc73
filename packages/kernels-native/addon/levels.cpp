// Which sets of instructions this processor has, and where their functions are.
#include "levels.h"

#include <cstring>

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
[[maybe_unused]] bool hasAvx3Dl() {
  return hasAvx3() && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("vpclmulqdq") &&
         __builtin_cpu_supports("gfni");
}
#endif

#if HWY_TARGETS & HWY_SVE
bool hasSve() { return (getauxval(AT_HWCAP) & (1UL << 22)) != 0; }
#endif

const Family* const kFamilies[] = {&kRows,  &kSlices,  &kBlocks,   &kScatter, &kVectors,
                                   &kDense, &kSolvers, &kProducts, &kGraphs};

} // namespace

#define SPMV_DESCRIBED(name, target, isSupported, apart) {name, isSupported, apart},
const Level kLevels[] = {SPMV_LEVELS(SPMV_DESCRIBED){nullptr, nullptr, Apart::other}};
#undef SPMV_DESCRIBED

const Function* functionOf(const Level* level, const char* name) {
  for (const Family* family : kFamilies) {
    const Function* function = (*family)[level - kLevels];
    while (function->name != nullptr && std::strcmp(function->name, name) != 0) function++;
    if (function->name != nullptr) return function;
  }
  return nullptr;
}

} // namespace spmv
