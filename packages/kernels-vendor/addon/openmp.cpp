// y <- alpha A x + beta y for CSR as anybody writes it: a loop over rows that OpenMP divides.
#include "product.h"

namespace spmv {
namespace {

enum { kRowStart, kColIndex, kValues, kX, kY, kRows, kThreads, kAlpha, kBeta };

/** Row i, of names that its loop has. */
#define ROW(i) \
  T sum = 0; \
  for (int32_t k = rowStart[i]; k < rowStart[i + 1]; k++) sum += values[k] * x[colIndex[k]]; \
  y[i] = beta == 0 ? alpha * sum : alpha * sum + beta * y[i];

template <typename T, bool kDynamic> struct OpenmpProduct : Product {
  explicit OpenmpProduct(Arguments given) : args(given) {}

  void run() const override {
    const int32_t *rowStart = args.address<const int32_t>(kRowStart),
                  *colIndex = args.address<const int32_t>(kColIndex);
    const T *values = args.address<const T>(kValues), *x = args.address<const T>(kX);
    T* y = args.address<T>(kY);
    const T alpha = static_cast<T>(args.number(kAlpha)), beta = static_cast<T>(args.number(kBeta));
    const int32_t rows = args.integer(kRows), threads = args.integer(kThreads);
    if constexpr (kDynamic) {
#pragma omp parallel for schedule(dynamic, 64) num_threads(threads)
      for (int32_t i = 0; i < rows; i++) {
        ROW(i)
      }
    } else {
#pragma omp parallel for schedule(static) num_threads(threads)
      for (int32_t i = 0; i < rows; i++) {
        ROW(i)
      }
    }
  }

  const Arguments args;
};

template <typename T, bool kDynamic> std::unique_ptr<Product> make(Arguments args) {
  return std::make_unique<OpenmpProduct<T, kDynamic>>(args);
}

} // namespace

const Maker kOpenmp[] = {{"openmpStaticF64", make<double, false>},
                         {"openmpStaticF32", make<float, false>},
                         {"openmpDynamicF64", make<double, true>},
                         {"openmpDynamicF32", make<float, true>},
                         {nullptr, nullptr}};

} // namespace spmv
