// Native peers of y <- A x in f64: the papers' loops with OpenMP, and the libraries found when this was built.
// Usage: native MATRIX.bin THREADS, then lines "PEER RUNS" on stdin; each is answered with a line of RUNS times in
// microseconds, or with "error WHY". "peers" is answered with the names there are. y of the last peer can be written
// with "dump FILE".
#include <omp.h>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>
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

struct Csr {
  int32_t rows = 0, cols = 0;
  int64_t nnz = 0;
  std::vector<int32_t> rowStart, colIndex;
  std::vector<double> values;
};

static bool readMatrix(const char* path, Csr& a) {
  FILE* f = std::fopen(path, "rb");
  if (!f) return false;
  int32_t head[4];
  bool ok = std::fread(head, 4, 4, f) == 4;
  a.rows = head[0], a.cols = head[1], a.nnz = head[2];
  a.rowStart.resize(a.rows + 1), a.colIndex.resize(a.nnz), a.values.resize(a.nnz);
  ok = ok && std::fread(a.rowStart.data(), 4, a.rows + 1, f) == size_t(a.rows + 1);
  ok = ok && std::fread(a.colIndex.data(), 4, a.nnz, f) == size_t(a.nnz);
  ok = ok && std::fread(a.values.data(), 8, a.nnz, f) == size_t(a.nnz);
  std::fclose(f);
  return ok;
}

#define ROW(i) \
  double sum = 0; \
  for (int32_t k = rowStart[i]; k < rowStart[i + 1]; k++) sum += values[k] * x[colIndex[k]]; \
  y[i] = sum;

int main(int argc, char** argv) {
  Csr a;
  if (argc < 3 || !readMatrix(argv[1], a)) {
    std::fprintf(stderr, "usage: native MATRIX.bin THREADS\n");
    return 2;
  }
  const int threads = std::atoi(argv[2]);
  omp_set_dynamic(0);
  omp_set_num_threads(threads);
  const int32_t rows = a.rows, *rowStart = a.rowStart.data(), *colIndex = a.colIndex.data();
  const double* values = a.values.data();
  std::vector<double> xs(a.cols), ys(rows), b0, b1, b2;
  for (int32_t j = 0; j < a.cols; j++) xs[j] = std::cos(j % 1000);
  const double* x = xs.data();
  double* y = ys.data();
  std::map<std::string, std::function<void()>> peers;

  peers["serial"] = [=] {
    for (int32_t i = 0; i < rows; i++) {
      ROW(i)
    }
  };
  peers["omp-static"] = [=] {
#pragma omp parallel for schedule(static)
    for (int32_t i = 0; i < rows; i++) {
      ROW(i)
    }
  };
  peers["omp-dynamic"] = [=] {
#pragma omp parallel for schedule(dynamic, 64)
    for (int32_t i = 0; i < rows; i++) {
      ROW(i)
    }
  };
  peers["omp-dynamic-1"] = [=] {
#pragma omp parallel for schedule(dynamic)
    for (int32_t i = 0; i < rows; i++) {
      ROW(i)
    }
  };
  peers["omp-empty"] = [=] {
#pragma omp parallel
    { asm volatile("" ::: "memory"); }
  };
  peers["triad"] = [&] {
    const int64_t n = 24 << 20;
    if (b0.empty()) b0.assign(n, 1), b1.assign(n, 2), b2.assign(n, 0);
    double *p = b0.data(), *q = b1.data(), *r = b2.data();
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) r[i] = p[i] + 3.0 * q[i];
  };
#ifdef HAVE_EIGEN
  Eigen::setNbThreads(threads);
  Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor, int32_t>> eigen(rows, a.cols, a.nnz, rowStart, colIndex,
                                                                                values);
  Eigen::Map<const Eigen::VectorXd> ex(x, a.cols);
  Eigen::Map<Eigen::VectorXd> ey(y, rows);
  peers["eigen"] = [&] { ey.noalias() = eigen * ex; };
#endif
#ifdef HAVE_MKL
  mkl_set_dynamic(0);
  mkl_set_num_threads(threads);
  sparse_matrix_t handle, optimized;
  matrix_descr descr{SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_FULL, SPARSE_DIAG_NON_UNIT};
  const auto create = [&](sparse_matrix_t* m) {
    mkl_sparse_d_create_csr(m, SPARSE_INDEX_BASE_ZERO, rows, a.cols, a.rowStart.data(), a.rowStart.data() + 1,
                            a.colIndex.data(), a.values.data());
  };
  create(&handle), create(&optimized);
  mkl_sparse_set_mv_hint(optimized, SPARSE_OPERATION_NON_TRANSPOSE, descr, 1000);
  mkl_sparse_optimize(optimized);
  peers["mkl-csr"] = [=] { mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1.0, handle, descr, x, 0.0, y); };
  peers["mkl-ie"] = [=] { mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1.0, optimized, descr, x, 0.0, y); };
#endif
#ifdef HAVE_RSB
  rsb_lib_init(RSB_NULL_INIT_OPTIONS);
  rsb_int_t wanted = threads;
  rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &wanted);
  rsb_err_t err = RSB_ERR_NO_ERROR;
  rsb_mtx_t* rsb = rsb_mtx_alloc_from_csr_const(values, rowStart, colIndex, a.nnz, RSB_NUMERICAL_TYPE_DOUBLE, rows,
                                                a.cols, 1, 1, RSB_FLAG_NOFLAGS, &err);
  const double one = 1, zero = 0;
  if (rsb) peers["librsb"] = [=] { rsb_spmv(RSB_TRANSPOSITION_N, &one, rsb, x, 1, &zero, y, 1); };
#endif

  std::string line, name;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    int runs = 0;
    words >> name;
    if (name == "peers") {
      for (const auto& peer : peers) std::cout << peer.first << ' ';
      std::cout << std::endl;
      continue;
    }
    if (name == "dump") {
      std::string path;
      words >> path;
      FILE* f = std::fopen(path.c_str(), "wb");
      const bool ok = f && std::fwrite(y, 8, rows, f) == size_t(rows);
      if (f) std::fclose(f);
      std::cout << (ok ? "ok" : "error cannot write") << std::endl;
      continue;
    }
    words >> runs;
    const auto found = peers.find(name);
    if (found == peers.end()) {
      std::cout << "error no peer " << name << std::endl;
      continue;
    }
    const auto& product = found->second;
    product();
    for (int r = 0; r < runs; r++) {
      const auto begin = std::chrono::steady_clock::now();
      product();
      const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
      std::cout << time.count() << ' ';
    }
    std::cout << std::endl;
  }
  return 0;
}
