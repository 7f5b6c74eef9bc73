// The sets of instructions that kernels are compiled for, best first. Each family of kernels is a file that includes
// itself once for each of them and an object of its own: objects are compiled side by side. Highway's own choice among
// sets needs its library; this one needs its headers alone, and can be forced for tests.
#pragma once

// What a build for the machine that it is made on leaves out (addon/build.json).
#ifndef SPMV_LEFT_OUT
#define SPMV_LEFT_OUT 0
#endif
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | SPMV_LEFT_OUT)
#define HWY_WANT_AVX3_DL
#include "hwy/detect_targets.h"

// Vectors of 512 bits. Highway's second set of instructions for them stands for code without gathers: what gathers
// slowly and has 512 bits at all, AMD since Zen 4, has it.
#define SPMV_AVX512 (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)
// Whether what lies apart is loaded one by one.
#define SPMV_SINGLY (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3_DL)

#include "arguments.h"

// EACH(name, namespace, whether the processor has it, how elements that lie apart are loaded) for every set there is
// code for.
#if HWY_TARGETS & HWY_AVX3
#define SPMV_LEVEL_AVX3(EACH) EACH("avx512", N_AVX3, hasAvx3, Apart::gathered)
#else
#define SPMV_LEVEL_AVX3(EACH)
#endif
#if HWY_TARGETS & HWY_AVX3_DL
#define SPMV_LEVEL_AVX3_DL(EACH) EACH("avx512-loads", N_AVX3_DL, hasAvx3Dl, Apart::singly)
#else
#define SPMV_LEVEL_AVX3_DL(EACH)
#endif
#if HWY_TARGETS & HWY_AVX2
#define SPMV_LEVEL_AVX2(EACH) EACH("avx2", N_AVX2, hasAvx2, Apart::singly)
#else
#define SPMV_LEVEL_AVX2(EACH)
#endif
#if HWY_TARGETS & HWY_SSE4
#define SPMV_LEVEL_SSE4(EACH) EACH("sse4", N_SSE4, hasSse4, Apart::other)
#else
#define SPMV_LEVEL_SSE4(EACH)
#endif
#if HWY_TARGETS & HWY_SVE
#define SPMV_LEVEL_SVE(EACH) EACH("sve", N_SVE, hasSve, Apart::other)
#else
#define SPMV_LEVEL_SVE(EACH)
#endif
#if HWY_TARGETS & HWY_NEON
#define SPMV_LEVEL_NEON(EACH) EACH("neon", N_NEON, always, Apart::other)
#else
#define SPMV_LEVEL_NEON(EACH)
#endif
#if HWY_TARGETS & HWY_EMU128
#define SPMV_LEVEL_SCALAR(EACH) EACH("scalar", N_EMU128, always, Apart::other)
#elif HWY_TARGETS & HWY_SCALAR
#define SPMV_LEVEL_SCALAR(EACH) EACH("scalar", N_SCALAR, always, Apart::other)
#else
#define SPMV_LEVEL_SCALAR(EACH)
#endif
#define SPMV_LEVELS(EACH) \
  SPMV_LEVEL_AVX3(EACH) \
  SPMV_LEVEL_AVX3_DL(EACH) \
  SPMV_LEVEL_AVX2(EACH) \
  SPMV_LEVEL_SSE4(EACH) \
  SPMV_LEVEL_SVE(EACH) \
  SPMV_LEVEL_NEON(EACH) \
  SPMV_LEVEL_SCALAR(EACH)

// Functions of a family: names end with the precision of the product; before it `Narrow` where the values are kept as
// f32 in one of f64.
#define SPMV_ENTRY(name, precision, ...) \
  Function { \
#name precision, name##Parameters, Called < name < __VA_ARGS__>> ::run \
  }
#define SPMV_SUMS(name) SPMV_ENTRY(name, "F64", double), SPMV_ENTRY(name, "F32", float)
#define SPMV_FUNCTION(name) SPMV_SUMS(name), SPMV_ENTRY(name, "NarrowF64", double, float)
// The same, and of numbers of 16 bits, added up in f32.
#define SPMV_HALVES(name) SPMV_ENTRY(name, "F16", float, F16, F16), SPMV_ENTRY(name, "Bf16", float, Bf16, Bf16)
// The same of complex numbers, and those whose matrix is conjugated.
#define SPMV_COMPLEX(name) SPMV_ENTRY(name, "C128", Complex<double>), SPMV_ENTRY(name, "C64", Complex<float>)
#define SPMV_CONJUGATED(name) \
  SPMV_COMPLEX(name), SPMV_ENTRY(name, "ConjugatedC128", Complex<double>, Conjugated<double>, Complex<double>), \
      SPMV_ENTRY(name, "ConjugatedC64", Complex<float>, Conjugated<float>, Complex<float>)
// One that reads no values.
#define SPMV_COUNTS(name) SPMV_ENTRY(name, "", double)
#define SPMV_END \
  Function {}

// Defines a family: its functions at every level, in their order. For the end of its file, inside `#if HWY_ONCE`.
#define SPMV_OF_LEVEL(name, target, isSupported, apart) target::kFunctions,
#define SPMV_FAMILY(family) const Family family = {SPMV_LEVELS(SPMV_OF_LEVEL) nullptr}
