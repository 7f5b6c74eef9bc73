// Whether Eigen's headers are there: what the compiler says of this file is part of what the addon is kept by.
#pragma once
#if __has_include(<eigen3/Eigen/Sparse>)
#define SPMV_HAS_EIGEN 1
#else
#define SPMV_HAS_EIGEN 0
#endif
// Left by the preprocessor.
constexpr bool kHasEigen = SPMV_HAS_EIGEN;
