// y <- A x in f64 by the papers' loops with OpenMP, and by the libraries found when this was built.
// Usage: native MATRIX.mtx THREADS RUNS. Prints a line of JSON for each: rows of a spmv.peer/1 document.
#include "matrix-market.hpp"
#include <omp.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <string>
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

/** A sample is the mean over products that last this long together. */
static const double SAMPLE_MS = 0.25;
static const double WARM_MS = 10;
/** OpenMP's threads look for work for up to 20 ms after a loop: whoever computes next must not share cores with them.
 */
static const int QUIET_MS = 40;

struct Peer {
  std::string name;
  int threads;
  std::function<void()> product;
  int batch = 1;
  double errorRatio = 0;
  std::vector<double> samples;
};

static double msOf(const std::function<void()>& product, int count) {
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < count; k++) product();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  return time.count() / count;
}

/** Products that do not count, until caches hold this peer's copy of the matrix and its threads and the clock are
 * awake. */
static double warm(Peer& peer) {
  double last = msOf(peer.product, 1);
  for (double spent = 0; spent < WARM_MS; spent += last) last = msOf(peer.product, 1);
  return last;
}

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
  const Coo coo = readMatrixMarket(argv[1], threads);
  const int32_t rows = int32_t(coo.rows), cols = int32_t(coo.cols);
  const int64_t nnz = coo.entries;
  std::vector<int32_t> starts(size_t(rows) + 1, 0), columns(coo.col);
  for (const int32_t i : coo.row) starts[i + 1]++;
  for (int32_t i = 0; i < rows; i++) starts[i + 1] += starts[i];
  std::vector<double> entries(coo.value);
  if (coo.pattern) entries.assign(size_t(nnz), 1);
  const int32_t *rowStart = starts.data(), *colIndex = columns.data();
  const double* values = entries.data();
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
    mkl_sparse_d_create_csr(m, SPARSE_INDEX_BASE_ZERO, rows, cols, starts.data(), starts.data() + 1, columns.data(),
                            entries.data());
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

  // What any order of summation keeps, as the oracle of spmv has it; sums of 64 bits of mantissa to compare with.
  std::vector<long double> exact(rows), bound(rows);
  for (int32_t i = 0; i < rows; i++) {
    long double magnitude = 0;
    for (int32_t k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const long double term = static_cast<long double>(values[k]) * x[colIndex[k]];
      exact[i] += term, magnitude += std::fabs(term);
    }
    const long double ku = (rowStart[i + 1] - rowStart[i] + 3) * 0x1p-53L;
    bound[i] = ku / (1 - ku) * magnitude;
  }
  for (Peer& peer : peers) {
    std::fill(ys.begin(), ys.end(), NAN);
    peer.batch = std::clamp(int(std::ceil(SAMPLE_MS / std::max(warm(peer), 1e-6))), 1, 100000);
    for (int32_t i = 0; i < rows; i++) {
      const double error = double(std::fabs(y[i] - exact[i]));
      if (error == 0) continue;
      const double ratio = bound[i] > 0 ? error / double(bound[i]) : HUGE_VAL;
      peer.errorRatio = std::isnan(ratio) ? HUGE_VAL : std::max(peer.errorRatio, ratio);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(QUIET_MS));
  }
  for (int run = 0; run < runs; run++) {
    for (Peer& peer : peers) {
      warm(peer);
      peer.samples.push_back(msOf(peer.product, peer.batch));
      std::this_thread::sleep_for(std::chrono::milliseconds(QUIET_MS));
    }
  }
  const long long bytes = 12LL * nnz + 4LL * (rows + 1);
  for (const Peer& peer : peers) {
    std::printf("{\"kernel\":\"%s\",\"format\":\"csr\",\"params\":{\"threads\":%d},\"precision\":\"f64\",",
                peer.name.c_str(), peer.threads);
    std::printf("\"storageBytes\":%lld,\"errorRatio\":%.6g,\"batch\":%d,\"samplesMs\":[", bytes,
                std::min(peer.errorRatio, 1e300), peer.batch);
    for (size_t s = 0; s < peer.samples.size(); s++) std::printf(s ? ",%.9g" : "%.9g", peer.samples[s]);
    std::printf("]}\n");
  }
  return 0;
}
