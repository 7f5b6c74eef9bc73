// What is called of Intel's MKL, by its single dynamic library.
#pragma once
#include <cstdint>

namespace spmv {

/** `matrix_descr`. */
struct MklDescription {
  int type, mode, diagonal;
};
/** `sparse_matrix_t`. */
using MklMatrix = void*;

/** Routines of one precision, whose names have its letter. */
template <typename T> struct MklRoutines {
  int (*createCsr)(MklMatrix*, int base, int32_t rows, int32_t cols, int32_t*, int32_t*, int32_t*, T*);
  int (*mv)(int operation, T alpha, MklMatrix, MklDescription, const T* x, T beta, T* y);
  int (*mm)(int operation, T alpha, MklMatrix, MklDescription, int layout, const T* x, int32_t columns, int32_t ldx,
            T beta, T* y, int32_t ldy);
  void (*gemm)(int order, int left, int right, int32_t m, int32_t n, int32_t k, T alpha, const T*, int32_t lda,
               const T*, int32_t ldb, T beta, T*, int32_t ldc);
};

struct Mkl {
  int (*setThreads)(int);
  int (*setMvHint)(MklMatrix, int operation, MklDescription, int32_t calls);
  int (*setMmHint)(MklMatrix, int operation, MklDescription, int layout, int32_t columns, int32_t calls);
  int (*optimize)(MklMatrix);
  int (*destroy)(MklMatrix);
  MklRoutines<double> f64;
  MklRoutines<float> f32;

  template <typename T> const MklRoutines<T>& routines() const {
    if constexpr (sizeof(T) == sizeof(double)) {
      return f64;
    } else {
      return f32;
    }
  }
};

/** The library, opened once, with numbers of 32 bits (LP64) and the threads of GNU's OpenMP. Throws `Unavailable`. */
const Mkl& mkl();

} // namespace spmv
