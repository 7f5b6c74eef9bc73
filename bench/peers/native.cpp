// y <- A x in f64 by the papers' loops with OpenMP, and by the libraries found when this was built.
// Usage: native MATRIX.mtx THREADS RUNS. Prints a line of JSON for each: rows of a spmv.peer/1 document.
#include "csr.hpp"
#include "peer.hpp"
#include <omp.h>
#ifdef HAVE_EIGEN
#include <Eigen/Sparse>
#endif
#ifdef HAVE_MKL
#include <mkl.h>
#include <mkl_spblas.h>
#endif
#ifdef HAVE_RSB
#include <rsb.h>
#endif

#define ROW(i) \
  double sum = 0; \
  for (int32_t k = rowStart[i]; k < rowStart[i + 1]; k++) sum += values[k] * x[colIndex[k]]; \
  y[i] = sum;

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: native MATRIX.mtx THREADS RUNS\n");
    return 2;
  }
  const int threads = std::atoi(argv[2]), runs = std::atoi(argv[3]);
  const Csr a = readCsr(argv[1], threads);
  const int32_t rows = a.rows, cols = a.cols, *rowStart = a.rowStart.data(), *colIndex = a.colIndex.data();
  [[maybe_unused]] const int64_t nnz = a.entries();
  const double* values = a.values.data();
  std::vector<double> xs(cols), ys(rows);
  for (int32_t j = 0; j < cols; j++) xs[j] = std::cos(j % 1000);
  const double* x = xs.data();
  double* y = ys.data();
  omp_set_dynamic(0);
  omp_set_num_threads(threads);
  std::vector<Peer> peers;
  const auto add = [&](const char* name, int team, std::function<void()> product) {
    peers.push_back({name, team, std::move(product)});
  };

  add("serial", 1, [=] {
    for (int32_t i = 0; i < rows; i++) {
      ROW(i)
    }
  });
  add("omp-static", threads, [=] {
#pragma omp parallel for schedule(static)
    for (int32_t i = 0; i < rows; i++) {
      ROW(i)
    }
  });
  add("omp-dynamic", threads, [=] {
#pragma omp parallel for schedule(dynamic, 64)
    for (int32_t i = 0; i < rows; i++) {
      ROW(i)
    }
  });
#ifdef HAVE_EIGEN
  Eigen::setNbThreads(threads);
  Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor, int32_t>> eigen(rows, cols, nnz, rowStart, colIndex,
                                                                                values);
  Eigen::Map<const Eigen::VectorXd> ex(x, cols);
  Eigen::Map<Eigen::VectorXd> ey(y, rows);
  add("eigen", threads, [&] { ey.noalias() = eigen * ex; });
#endif
#ifdef HAVE_MKL
  mkl_set_dynamic(0);
  mkl_set_num_threads(threads);
  sparse_matrix_t handle, optimized;
  matrix_descr descr{SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_FULL, SPARSE_DIAG_NON_UNIT};
  const auto create = [&](sparse_matrix_t* m) {
    mkl_sparse_d_create_csr(m, SPARSE_INDEX_BASE_ZERO, rows, cols, const_cast<int32_t*>(rowStart),
                            const_cast<int32_t*>(rowStart) + 1, const_cast<int32_t*>(colIndex),
                            const_cast<double*>(values));
  };
  create(&handle), create(&optimized);
  mkl_sparse_set_mv_hint(optimized, SPARSE_OPERATION_NON_TRANSPOSE, descr, 1000);
  mkl_sparse_optimize(optimized);
  add("mkl-csr", threads, [=] { mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1.0, handle, descr, x, 0.0, y); });
  add("mkl-ie", threads, [=] { mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1.0, optimized, descr, x, 0.0, y); });
#endif
#ifdef HAVE_RSB
  rsb_lib_init(RSB_NULL_INIT_OPTIONS);
  rsb_int_t wanted = threads;
  rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &wanted);
  rsb_err_t err = RSB_ERR_NO_ERROR;
  rsb_mtx_t* rsb = rsb_mtx_alloc_from_csr_const(values, rowStart, colIndex, nnz, RSB_NUMERICAL_TYPE_DOUBLE, rows, cols,
                                                1, 1, RSB_FLAG_NOFLAGS, &err);
  const double one = 1, zero = 0;
  if (rsb) add("librsb", threads, [=] { rsb_spmv(RSB_TRANSPOSITION_N, &one, rsb, x, 1, &zero, y, 1); });
#endif

  Exact exact{std::vector<long double>(rows), std::vector<long double>(rows)};
  for (int32_t i = 0; i < rows; i++) {
    long double magnitude = 0;
    for (int32_t k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const long double term = static_cast<long double>(values[k]) * x[colIndex[k]];
      exact.sum[i] += term, magnitude += std::fabs(term);
    }
    exact.bound[i] = boundOf(magnitude, rowStart[i + 1] - rowStart[i]);
  }
  measure(peers, ys, runs, [&] { return errorRatioOf(exact, ys, [](size_t i) { return i; }); });
  print(peers, a.bytes());
  return 0;
}
