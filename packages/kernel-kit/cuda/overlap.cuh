// A product may begin while the kernel before it ends: what belongs to the matrix is loaded meanwhile, and only then it
// waits. With SPMV_READ_ONLY_OPERANDS defined first, operands are loaded through the read-only path: what is must not
// change while a kernel runs, so the kernels of such a module begin when all before them have ended.
#pragma once

#include "common.cuh"

// Where the device can do this (compute capability 9.0), a module says so by this name, and the addon launches its
// kernels accordingly. Every kernel of such a module waits before it touches anything that is not its matrix: x, y and
// scratch memory.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(SPMV_READ_ONLY_OPERANDS)
#define SPMV_OVERLAPS 1
extern "C" __device__ int spmv_overlaps = 1;
#else
#define SPMV_OVERLAPS 0
#endif

/** The next kernel may begin as soon as all blocks of this one have begun. */
__device__ __forceinline__ void launchDependents() {
#if SPMV_OVERLAPS
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

#ifdef SPMV_READ_ONLY_OPERANDS
#define SPMV_LOAD "ld.global.nc"
#else
// Not through the read-only path: an earlier kernel may still have been writing when this one began.
#define SPMV_LOAD "ld.global"
#endif

__device__ __forceinline__ double loadOperand(const double* address) {
  double value;
  asm(SPMV_LOAD ".f64 %0, [%1];" : "=d"(value) : "l"(address));
  return value;
}
__device__ __forceinline__ float loadOperand(const float* address) {
  float value;
  asm(SPMV_LOAD ".f32 %0, [%1];" : "=f"(value) : "l"(address));
  return value;
}

// 0 where it is not wanted, without a branch: several of them stay in flight together.
__device__ __forceinline__ double loadOperand(const double* address, bool wanted) {
  double value = 0;
  asm("{ .reg .pred p; setp.ne.s32 p, %2, 0; @p " SPMV_LOAD ".f64 %0, [%1]; }"
      : "+d"(value)
      : "l"(address), "r"(static_cast<int>(wanted)));
  return value;
}
__device__ __forceinline__ float loadOperand(const float* address, bool wanted) {
  float value = 0;
  asm("{ .reg .pred p; setp.ne.s32 p, %2, 0; @p " SPMV_LOAD ".f32 %0, [%1]; }"
      : "+f"(value)
      : "l"(address), "r"(static_cast<int>(wanted)));
  return value;
}

__device__ __forceinline__ float loadOperand(const Bf16* address) {
  Bf16 value;
  asm(SPMV_LOAD ".u16 %0, [%1];" : "=h"(value.bits) : "l"(address));
  return static_cast<float>(value);
}
__device__ __forceinline__ float loadOperand(const Bf16* address, bool wanted) {
  Bf16 value;
  value.bits = 0;
  asm("{ .reg .pred p; setp.ne.s32 p, %2, 0; @p " SPMV_LOAD ".u16 %0, [%1]; }"
      : "+h"(value.bits)
      : "l"(address), "r"(static_cast<int>(wanted)));
  return static_cast<float>(value);
}

#define SPMV_LOAD_PAIR(TYPE, PTX, LETTER) \
  __device__ __forceinline__ Complex<TYPE> loadOperand(const Complex<TYPE>* address) { \
    Complex<TYPE> value; \
    asm(SPMV_LOAD ".v2." PTX " {%0, %1}, [%2];" : "=" LETTER(value.re), "=" LETTER(value.im) : "l"(address)); \
    return value; \
  } \
  __device__ __forceinline__ Complex<TYPE> loadOperand(const Complex<TYPE>* address, bool wanted) { \
    Complex<TYPE> value = 0; \
    asm("{ .reg .pred p; setp.ne.s32 p, %3, 0; @p " SPMV_LOAD ".v2." PTX " {%0, %1}, [%2]; }" \
        : "+" LETTER(value.re), "+" LETTER(value.im) \
        : "l"(address), "r"(static_cast<int>(wanted))); \
    return value; \
  }
SPMV_LOAD_PAIR(double, "f64", "d")
SPMV_LOAD_PAIR(float, "f32", "f")

/** A vector that earlier kernels may have written. */
template <typename V> struct Operand {
  const V* address;
  __device__ __forceinline__ Sum<V> operator[](unsigned i) const { return loadOperand(address + i); }
  /** Element i, or 0 without reading when it is not wanted. */
  __device__ __forceinline__ Sum<V> at(int i, bool wanted) const { return loadOperand(address + i, wanted); }
};

/** `x`, once all earlier kernels have finished; no load of it can move before. */
template <typename V> __device__ __forceinline__ Operand<V> waitForPrevious(const V* x) {
#if SPMV_OVERLAPS
  asm volatile("griddepcontrol.wait;" : "+l"(x)::"memory");
#endif
  return {x};
}
