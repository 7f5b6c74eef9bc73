// Y <- A X and Y <- A^T X in f64, X and Y by rows and by columns, by a loop with OpenMP and by the libraries found when
// this was built; with one vector also MKL's y <- A^T x and, of a symmetric matrix, y <- A x of its lower triangle,
// analysed and not. Usage: native-spmm MATRIX.mtx|.npz THREADS RUNS [VECTORS,... [PRODUCTS [PEERS]]]: products are n
// and t (A and its transpose, by rows), nc and tc (by columns) and s (symmetric); peers omp-static, eigen, mkl; all
// where none are named. Prints a line of JSON for each: rows of a spmv.peer/1 document.
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

/** How X and Y lie and what is multiplied. */
struct Product {
  bool transposed, byColumns;
  int vectors, ofX, ofY;

  size_t atX(int i, int j) const { return byColumns ? size_t(j) * ofX + i : size_t(i) * vectors + j; }
  size_t atY(int i, int j) const { return byColumns ? size_t(j) * ofY + i : size_t(i) * vectors + j; }
};

/** What was asked for: whether `name` is one of the words of `list`, which are divided by commas; an empty list has all
 * of them. */
static bool isIn(const std::string& list, const std::string& name) {
  return list.empty() || ("," + list + ",").find("," + name + ",") != std::string::npos;
}

/** Columns that are compared: of many the first, the middle and the last one. */
static std::vector<int> judgedColumns(int vectors) {
  std::vector<int> columns{0, vectors / 2, vectors - 1};
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

/** Row i of judged column c is number i * columns + c. */
static Exact exactOf(const Csr& a, const Product& product, const std::vector<double>& x) {
  const std::vector<int> columns = judgedColumns(product.vectors);
  const size_t count = size_t(product.ofY) * columns.size();
  Exact exact{std::vector<long double>(count), std::vector<long double>(count)};
  std::vector<int64_t> terms(size_t(product.ofY));
  for (int32_t i = 0; i < a.rows; i++)
    for (int32_t k = a.rowStart[i]; k < a.rowStart[i + 1]; k++) {
      const int from = product.transposed ? i : a.colIndex[k], to = product.transposed ? a.colIndex[k] : i;
      terms[to]++;
      for (size_t c = 0; c < columns.size(); c++) {
        const long double term = static_cast<long double>(a.values[k]) * x[product.atX(from, columns[c])];
        exact.sum[to * columns.size() + c] += term;
        exact.bound[to * columns.size() + c] += std::fabs(term);
      }
    }
  for (size_t e = 0; e < count; e++) exact.bound[e] = boundOf(exact.bound[e], terms[e / columns.size()]);
  return exact;
}

/** Rows of X times entries, a row of Y at a time: untransposed and by rows alone. */
static void rowByRow(const Csr& a, int vectors, const double* x, double* y) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < a.rows; i++) {
    double* const to = y + size_t(i) * vectors;
    std::fill(to, to + vectors, 0.0);
    for (int32_t k = a.rowStart[i]; k < a.rowStart[i + 1]; k++) {
      const double value = a.values[k];
      const double* const from = x + size_t(a.colIndex[k]) * vectors;
#pragma omp simd
      for (int j = 0; j < vectors; j++) to[j] += value * from[j];
    }
  }
}

#ifdef HAVE_EIGEN
template <int Order> static void eigenProduct(const Csr& a, const Product& product, const double* x, double* y) {
  using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Order>;
  const Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor, int32_t>> A(
      a.rows, a.cols, a.entries(), a.rowStart.data(), a.colIndex.data(), a.values.data());
  const Eigen::Map<const Dense> X(x, product.ofX, product.vectors);
  Eigen::Map<Dense> Y(y, product.ofY, product.vectors);
  if (product.transposed)
    Y.noalias() = A.transpose() * X;
  else
    Y.noalias() = A * X;
}
#endif

#ifdef HAVE_MKL
static const matrix_descr GENERAL{SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_FULL, SPARSE_DIAG_NON_UNIT};

static sparse_matrix_t mklCsr(Csr& a) {
  sparse_matrix_t A;
  mkl_sparse_d_create_csr(&A, SPARSE_INDEX_BASE_ZERO, a.rows, a.cols, a.rowStart.data(), a.rowStart.data() + 1,
                          a.colIndex.data(), a.values.data());
  return A;
}

/** A as the library analysed it for these products. */
static sparse_matrix_t mklMatrix(Csr& a, const Product& product) {
  const sparse_matrix_t A = mklCsr(a);
  const auto operation = product.transposed ? SPARSE_OPERATION_TRANSPOSE : SPARSE_OPERATION_NON_TRANSPOSE;
  const auto layout = product.byColumns ? SPARSE_LAYOUT_COLUMN_MAJOR : SPARSE_LAYOUT_ROW_MAJOR;
  mkl_sparse_set_mm_hint(A, operation, GENERAL, layout, product.vectors, 1000);
  mkl_sparse_optimize(A);
  return A;
}
#endif

static std::string fieldsOf(const Product& product) {
  std::string fields = "\"operation\":\"spmm\",\"sizes\":{\"vectors\":" + std::to_string(product.vectors) + "},";
  if (product.transposed) fields += "\"options\":{\"transpose\":true},";
  if (product.byColumns) fields += "\"layouts\":{\"X\":{\"order\":\"column\"},\"Y\":{\"order\":\"column\"}},";
  return fields;
}

static void run(Csr& a, const Product& product, int threads, int runs, const std::string& only) {
  std::vector<double> xs(size_t(product.ofX) * product.vectors), ys(size_t(product.ofY) * product.vectors);
  for (size_t e = 0; e < xs.size(); e++) xs[e] = std::cos(double(e % 1000));
  const double* x = xs.data();
  double* y = ys.data();
  std::vector<Peer> peers;
  const auto add = [&](const char* name, std::function<void()> compute) {
    peers.push_back({name, threads, std::move(compute)});
  };
  if (!product.transposed && !product.byColumns && isIn(only, "omp-static"))
    add("omp-static", [&] { rowByRow(a, product.vectors, x, y); });
#ifdef HAVE_EIGEN
  if (isIn(only, "eigen"))
    add("eigen", [&] {
      if (product.byColumns)
        eigenProduct<Eigen::ColMajor>(a, product, x, y);
      else
        eigenProduct<Eigen::RowMajor>(a, product, x, y);
    });
#endif
#ifdef HAVE_MKL
  const sparse_matrix_t A = mklMatrix(a, product);
  const auto operation = product.transposed ? SPARSE_OPERATION_TRANSPOSE : SPARSE_OPERATION_NON_TRANSPOSE;
  const auto layout = product.byColumns ? SPARSE_LAYOUT_COLUMN_MAJOR : SPARSE_LAYOUT_ROW_MAJOR;
  const int ldX = product.byColumns ? product.ofX : product.vectors,
            ldY = product.byColumns ? product.ofY : product.vectors;
  if (isIn(only, "mkl"))
    add("mkl-mm", [&] { mkl_sparse_d_mm(operation, 1.0, A, GENERAL, layout, x, product.vectors, ldX, 0.0, y, ldY); });
#endif
  const Exact exact = exactOf(a, product, xs);
  const std::vector<int> columns = judgedColumns(product.vectors);
  const auto at = [&](size_t e) { return product.atY(int(e / columns.size()), columns[e % columns.size()]); };
  measure(peers, ys, runs, [&] { return errorRatioOf(exact, ys, at); });
  print(peers, a.bytes(), fieldsOf(product));
#ifdef HAVE_MKL
  mkl_sparse_destroy(A);
#endif
}

#ifdef HAVE_MKL
/** The lower triangle, whose entries make all of a symmetric matrix. */
static Csr lowerOf(const Csr& a) {
  Csr lower{a.rows, a.cols, {0}, {}, {}};
  for (int32_t i = 0; i < a.rows; i++) {
    for (int32_t k = a.rowStart[i]; k < a.rowStart[i + 1]; k++)
      if (a.colIndex[k] <= i) lower.colIndex.push_back(a.colIndex[k]), lower.values.push_back(a.values[k]);
    lower.rowStart.push_back(int32_t(lower.values.size()));
  }
  return lower;
}

static bool isSymmetric(const Csr& a) {
  if (a.rows != a.cols) return false;
  std::vector<int32_t> next(a.rowStart.begin(), a.rowStart.end() - 1);
  // Entries by rows come to each column in order, as they lie in the row of that number.
  for (int32_t i = 0; i < a.rows; i++)
    for (int32_t k = a.rowStart[i]; k < a.rowStart[i + 1]; k++) {
      const int32_t j = a.colIndex[k], mirror = next[j]++;
      if (mirror >= a.rowStart[j + 1] || a.colIndex[mirror] != i || a.values[mirror] != a.values[k]) return false;
    }
  return true;
}

/** One vector: y <- A^T x, or with `symmetric` y <- A x of the lower triangle, as the library has them without and with
 * its analysis. */
static void runSingle(Csr& a, bool symmetric, int threads, int runs) {
  const Product product{!symmetric, false, 1, symmetric ? a.cols : a.rows, symmetric ? a.rows : a.cols};
  std::vector<double> xs(size_t(product.ofX)), ys(size_t(product.ofY));
  for (size_t e = 0; e < xs.size(); e++) xs[e] = std::cos(double(e % 1000));
  const double* x = xs.data();
  double* y = ys.data();
  Csr half = symmetric ? lowerOf(a) : Csr{};
  Csr& stored = symmetric ? half : a;
  const matrix_descr descr =
      symmetric ? matrix_descr{SPARSE_MATRIX_TYPE_SYMMETRIC, SPARSE_FILL_MODE_LOWER, SPARSE_DIAG_NON_UNIT} : GENERAL;
  const auto operation = symmetric ? SPARSE_OPERATION_NON_TRANSPOSE : SPARSE_OPERATION_TRANSPOSE;
  sparse_matrix_t plain = mklCsr(stored), analysed = mklCsr(stored);
  mkl_sparse_set_mv_hint(analysed, operation, descr, 1000);
  mkl_sparse_optimize(analysed);
  const std::string name = symmetric ? "mkl-symmetric" : "mkl-mv";
  std::vector<Peer> peers{
      {name, threads, [=] { mkl_sparse_d_mv(operation, 1.0, plain, descr, x, 0.0, y); }},
      {name + "-optimized", threads, [=] { mkl_sparse_d_mv(operation, 1.0, analysed, descr, x, 0.0, y); }}};
  const Exact exact = exactOf(a, product, xs);
  measure(peers, ys, runs, [&] { return errorRatioOf(exact, ys, [](size_t i) { return i; }); });
  print(peers, stored.bytes(),
        symmetric ? "\"operation\":\"spmv\"," : "\"operation\":\"spmv\",\"options\":{\"transpose\":true},");
  mkl_sparse_destroy(plain), mkl_sparse_destroy(analysed);
}
#endif

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: native-spmm MATRIX THREADS RUNS [VECTORS,... [PRODUCTS [PEERS]]]\n");
    return 2;
  }
  const int threads = std::atoi(argv[2]), runs = std::atoi(argv[3]);
  Csr a = readCsr(argv[1], threads);
  omp_set_dynamic(0);
  omp_set_num_threads(threads);
#ifdef HAVE_EIGEN
  Eigen::setNbThreads(threads);
#endif
#ifdef HAVE_MKL
  mkl_set_dynamic(0);
  mkl_set_num_threads(threads);
#endif
  const std::string products = argc > 5 ? argv[5] : "", only = argc > 6 ? argv[6] : "";
#ifdef HAVE_MKL
  if (isIn(products, "t")) runSingle(a, false, threads, runs);
  if (isIn(products, "s") && isSymmetric(a)) runSingle(a, true, threads, runs);
#endif
  for (char* next = argc > 4 ? argv[4] : const_cast<char*>("1,2,4,8,16,32,64"); *next;) {
    const int vectors = int(std::strtol(next, &next, 10));
    if (vectors < 1) break; // 0: one vector alone
    while (*next == ',') next++;
    for (const bool transposed : {false, true})
      for (const bool byColumns : {false, true})
        if (isIn(products, std::string(transposed ? "t" : "n") + (byColumns ? "c" : "")))
          run(a, {transposed, byColumns, vectors, transposed ? a.rows : a.cols, transposed ? a.cols : a.rows}, threads,
              runs, only);
  }
  return 0;
}
