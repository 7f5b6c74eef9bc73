// Entry points of function templates, whose parameters are written once, in the function. A launch names them; the
// names are compared with those of the function when the kernel is loaded.
#pragma once

#include "stored.cuh"

/** The shared memory that a launch asks for. */
extern __shared__ __align__(16) unsigned char kernelShared[];

/** Type of parameter I of a function. */
template <int I, typename F> struct ParameterOf;
template <typename Result, typename First, typename... Rest> struct ParameterOf<0, Result(First, Rest...)> {
  using Type = First;
};
template <int I, typename Result, typename First, typename... Rest>
struct ParameterOf<I, Result(First, Rest...)> : ParameterOf<I - 1, Result(Rest...)> {};

// In an entry of a precision: V, what it computes with, and A, what the matrix is stored in.
#define SPMV_PRECISION(NAME, COMPUTED, STORED) \
  namespace NAME { \
  using V = COMPUTED; \
  using A = STORED; \
  }
SPMV_PRECISION(f64, double, double)
SPMV_PRECISION(f32, float, float)
SPMV_PRECISION(bf16, Bf16, Bf16)
SPMV_PRECISION(f64_f32, double, float)
SPMV_PRECISION(c128, Complex<double>, Complex<double>)
SPMV_PRECISION(c64, Complex<float>, Complex<float>)
SPMV_PRECISION(conjugated_c128, Complex<double>, Conjugated<double>)
SPMV_PRECISION(conjugated_c64, Complex<float>, Conjugated<float>)

#define SPMV_1(EACH) EACH(0)
#define SPMV_2(EACH) SPMV_1(EACH), EACH(1)
#define SPMV_3(EACH) SPMV_2(EACH), EACH(2)
#define SPMV_4(EACH) SPMV_3(EACH), EACH(3)
#define SPMV_5(EACH) SPMV_4(EACH), EACH(4)
#define SPMV_6(EACH) SPMV_5(EACH), EACH(5)
#define SPMV_7(EACH) SPMV_6(EACH), EACH(6)
#define SPMV_8(EACH) SPMV_7(EACH), EACH(7)
#define SPMV_9(EACH) SPMV_8(EACH), EACH(8)
#define SPMV_10(EACH) SPMV_9(EACH), EACH(9)
#define SPMV_11(EACH) SPMV_10(EACH), EACH(10)
#define SPMV_12(EACH) SPMV_11(EACH), EACH(11)
#define SPMV_13(EACH) SPMV_12(EACH), EACH(12)
#define SPMV_14(EACH) SPMV_13(EACH), EACH(13)
#define SPMV_15(EACH) SPMV_14(EACH), EACH(14)
#define SPMV_16(EACH) SPMV_15(EACH), EACH(15)
#define SPMV_17(EACH) SPMV_16(EACH), EACH(16)
#define SPMV_18(EACH) SPMV_17(EACH), EACH(17)
#define SPMV_19(EACH) SPMV_18(EACH), EACH(18)
#define SPMV_20(EACH) SPMV_19(EACH), EACH(19)
#define SPMV_PARAMETER(I) typename ParameterOf<I, Function>::Type p##I
#define SPMV_ARGUMENT(I) p##I
#define SPMV_ENTRY(BOUNDS, NAME, COUNT, ...) \
  namespace entry_##NAME { \
    using Function = decltype(__VA_ARGS__); \
    extern "C" __global__ void BOUNDS NAME(SPMV_##COUNT(SPMV_PARAMETER)) { __VA_ARGS__(SPMV_##COUNT(SPMV_ARGUMENT)); } \
  }

// NAME_f64, of COUNT parameters, calls the function that follows, `coo<V>`. BOUNDS in parentheses: of
// __launch_bounds__.
#define SPMV_ENTRY_OF(BOUNDS, NAME, PRECISION, COUNT, ...) \
  namespace PRECISION { \
  SPMV_ENTRY(BOUNDS, NAME##_##PRECISION, COUNT, __VA_ARGS__) \
  }
// With SPMV_COMPLEX defined a module has the entries of complex numbers, and no others.
#ifdef SPMV_COMPLEX
#define ENTRY(NAME, PRECISION, COUNT, ...)
#define BOUNDED_ENTRY(BOUNDS, NAME, PRECISION, COUNT, ...)
#define ENTRIES(NAME, ...) SPMV_ENTRY_OF(, NAME, c128, __VA_ARGS__) SPMV_ENTRY_OF(, NAME, c64, __VA_ARGS__)
#define BOUNDED_ENTRIES(BOUNDS, NAME, ...) \
  SPMV_ENTRY_OF(__launch_bounds__ BOUNDS, NAME, c128, __VA_ARGS__) \
  SPMV_ENTRY_OF(__launch_bounds__ BOUNDS, NAME, c64, __VA_ARGS__)
// Of a function that loads two numbers at once: of those that 16 bytes hold two of.
#define PACKED_ENTRIES(BOUNDS, NAME, ...) SPMV_ENTRY_OF(__launch_bounds__ BOUNDS, NAME, c64, __VA_ARGS__)
// Of a function whose values are of type A: those of a matrix that is conjugated.
#define CONJUGATED_ENTRIES(BOUNDS, NAME, ...) \
  SPMV_ENTRY_OF(BOUNDS, NAME, conjugated_c128, __VA_ARGS__) SPMV_ENTRY_OF(BOUNDS, NAME, conjugated_c64, __VA_ARGS__)
#else
#define CONJUGATED_ENTRIES(BOUNDS, NAME, ...)
#define ENTRY(NAME, PRECISION, COUNT, ...) SPMV_ENTRY_OF(, NAME, PRECISION, COUNT, __VA_ARGS__)
#define BOUNDED_ENTRY(BOUNDS, NAME, PRECISION, COUNT, ...) \
  SPMV_ENTRY_OF(__launch_bounds__ BOUNDS, NAME, PRECISION, COUNT, __VA_ARGS__)
#define ENTRIES(NAME, ...) ENTRY(NAME, f64, __VA_ARGS__) ENTRY(NAME, f32, __VA_ARGS__)
#define BOUNDED_ENTRIES(BOUNDS, NAME, ...) \
  BOUNDED_ENTRY(BOUNDS, NAME, f64, __VA_ARGS__) BOUNDED_ENTRY(BOUNDS, NAME, f32, __VA_ARGS__)
#define PACKED_ENTRIES(BOUNDS, NAME, ...) BOUNDED_ENTRIES(BOUNDS, NAME, __VA_ARGS__)
#endif
