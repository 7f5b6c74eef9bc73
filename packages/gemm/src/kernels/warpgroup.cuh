// Warpgroup products of compute capability 9.0 (sm_90a): 64 x 128 or 64 x 256 sums of four warps, both operands from
// shared memory.
#pragma once

#include "pieces.cuh"

/** Describes lines of 64 bytes, swizzled as `imageByte` says, to the tensor cores: eight lines are 512 bytes. */
__device__ __forceinline__ unsigned long long describeLines(unsigned shared) {
  return static_cast<unsigned long long>((shared & 0x3ffff) >> 4) | 1ull << 16 | 32ull << 32 | 2ull << 62;
}

#define SUM4(I) "+f"(d[I]), "+f"(d[I + 1]), "+f"(d[I + 2]), "+f"(d[I + 3])
#define SUM16(I) SUM4(I), SUM4(I + 4), SUM4(I + 8), SUM4(I + 12)
#define SUM64(I) SUM16(I), SUM16(I + 16), SUM16(I + 32), SUM16(I + 48)

#define NAMES64 \
  "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25," \
  "%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48," \
  "%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"

#define NAMES128 \
  "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25," \
  "%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48," \
  "%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71," \
  "%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94," \
  "%95,%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111,%112,%113,%114," \
  "%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"

#define SUMS64 SUM64(0)
#define SUMS128 SUM64(0), SUM64(64)
// The sums are the first COUNT operands, then the descriptors A and B.
#define WARPGROUP(PIECE, SHAPE, TYPE, COUNT, A, B, TAIL) \
  __device__ __forceinline__ void multiplyGroup(PIECE, float(&d)[COUNT], unsigned long long a, unsigned long long b) { \
    asm volatile("wgmma.mma_async.sync.aligned." SHAPE ".f32." TYPE "." TYPE " {" NAMES##COUNT "}, " A ", " B \
                                                                                               ", 1, 1, 1" TAIL ";" \
                 : SUMS##COUNT \
                 : "l"(a), "l"(b)); \
  }
WARPGROUP(Half, "m64n128k16", "f16", 64, "%64", "%65", ", 0, 0")
WARPGROUP(Half, "m64n256k16", "f16", 128, "%128", "%129", ", 0, 0")
WARPGROUP(BFloat, "m64n128k16", "bf16", 64, "%64", "%65", ", 0, 0")
WARPGROUP(BFloat, "m64n256k16", "bf16", 128, "%128", "%129", ", 0, 0")
WARPGROUP(Tf32, "m64n128k8", "tf32", 64, "%64", "%65", "")
WARPGROUP(Tf32, "m64n256k8", "tf32", 128, "%128", "%129", "")

/** No reading or writing of the sums by this thread moves across. */
template <int kCount> __device__ __forceinline__ void fenceSums(float (&d)[kCount]) {
#pragma unroll
  for (int i = 0; i < kCount; i++) asm volatile("" : "+f"(d[i])::"memory");
}
__device__ __forceinline__ void beginGroup() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void endGroup() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int kLeft> __device__ __forceinline__ void waitForGroups() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
}

// Barriers in shared memory, on which copies of whole images end.
__device__ __forceinline__ unsigned sharedAddress(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__device__ __forceinline__ void initBarrier(unsigned barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count));
}
__device__ __forceinline__ void expectBytes(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ __forceinline__ void arriveAt(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
__device__ __forceinline__ void waitAt(unsigned barrier, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@done bra "
               "there;\nbra again;\n"
               "there:\n}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}
__device__ __forceinline__ void copyImage(unsigned to, const void* from, unsigned barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
               "l"(from), "r"(kImageBytes), "r"(barrier)
               : "memory");
}
