// y <- alpha A x + beta y by Eigen's product of a sparse matrix by rows, which maps the arrays as they are.
#include "has-eigen.h"
#include "product.h"

#if SPMV_HAS_EIGEN
#include <eigen3/Eigen/Sparse>
#endif

namespace spmv {
namespace {

#if SPMV_HAS_EIGEN
enum { kRowStart, kColIndex, kValues, kX, kY, kRows, kCols, kThreads, kAlpha, kBeta };

template <typename T> struct EigenProduct : Product {
  using Matrix = Eigen::Map<const Eigen::SparseMatrix<T, Eigen::RowMajor, int32_t>>;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  explicit EigenProduct(Arguments given) : args(given) {}

  void run() const override {
    const int32_t rows = args.integer(kRows), cols = args.integer(kCols);
    const int32_t* rowStart = args.address<const int32_t>(kRowStart);
    const Matrix matrix(rows, cols, rowStart[rows], rowStart, args.address<const int32_t>(kColIndex),
                        args.address<const T>(kValues));
    const Eigen::Map<const Vector> x(args.address<const T>(kX), cols);
    Eigen::Map<Vector> y(args.address<T>(kY), rows);
    const T alpha = static_cast<T>(args.number(kAlpha)), beta = static_cast<T>(args.number(kBeta));
    Eigen::setNbThreads(args.integer(kThreads));
    if (beta == 0) {
      y.noalias() = alpha * (matrix * x);
    } else {
      if (beta != 1) y *= beta;
      y.noalias() += alpha * (matrix * x);
    }
  }

  const Arguments args;
};

template <typename T> std::unique_ptr<Product> make(Arguments args) { return std::make_unique<EigenProduct<T>>(args); }
#else
template <typename T> std::unique_ptr<Product> make(Arguments) {
  throw Unavailable{"its headers are not where the compiler looks", "Install Eigen (Debian: libeigen3-dev)."};
}
#endif

} // namespace

const Maker kEigen[] = {{"eigenMvF64", make<double>}, {"eigenMvF32", make<float>}, {nullptr, nullptr}};

} // namespace spmv
