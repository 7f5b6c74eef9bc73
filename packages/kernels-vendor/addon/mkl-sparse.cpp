// Sparse products of MKL: its CSR as it is given, or optimized by its inspector for many products.
#include "mkl.h"
#include "product.h"

namespace spmv {
namespace {

constexpr int kZeroBased = 0, kPlain = 10, kTransposed = 11;
constexpr MklDescription kGeneral{20, 42, 50};
/** Products that the inspector is told to expect: enough for it to choose another format where that is faster. */
constexpr int kCalls = 1000;

enum { kRowStart, kColIndex, kValues, kX, kY, kRows, kCols, kThreads, kTranspose, kOptimize, kAlpha, kBeta };
/** Of several vectors besides. */
enum { kLayout = kBeta + 1, kColumns, kLdx, kLdy };

void check(int status, const char* routine) {
  static const char* const kStatus[] = {"success",          "not initialized", "allocation failed", "invalid value",
                                        "execution failed", "internal error",  "not supported"};
  if (status == 0) return;
  throw Failed{std::string(routine) +
               " of MKL: " + (status > 0 && status < 7 ? kStatus[status] : std::to_string(status).c_str())};
}

template <typename T, bool kMany> struct SparseProduct : Product {
  SparseProduct(Arguments given, const Mkl& library) : args(given), mkl(library) {
    int32_t* starts = args.address<int32_t>(kRowStart);
    check(routines.createCsr(&matrix, kZeroBased, args.integer(kRows), args.integer(kCols), starts, starts + 1,
                             args.address<int32_t>(kColIndex), args.address<T>(kValues)),
          "create_csr");
    if (args.integer(kOptimize) == 0) return;
    mkl.setThreads(args.integer(kThreads));
    try {
      if constexpr (kMany) {
        check(mkl.setMmHint(matrix, operation(), kGeneral, args.integer(kLayout), args.integer(kColumns), kCalls),
              "set_mm_hint");
      } else {
        check(mkl.setMvHint(matrix, operation(), kGeneral, kCalls), "set_mv_hint");
      }
      check(mkl.optimize(matrix), "optimize");
    } catch (...) {
      mkl.destroy(matrix);
      throw;
    }
  }

  ~SparseProduct() override { mkl.destroy(matrix); }

  void run() const override {
    mkl.setThreads(args.integer(kThreads));
    const T alpha = static_cast<T>(args.number(kAlpha)), beta = static_cast<T>(args.number(kBeta));
    const T* x = args.address<const T>(kX);
    T* y = args.address<T>(kY);
    if constexpr (kMany) {
      check(routines.mm(operation(), alpha, matrix, kGeneral, args.integer(kLayout), x, args.integer(kColumns),
                        args.integer(kLdx), beta, y, args.integer(kLdy)),
            "mm");
    } else {
      check(routines.mv(operation(), alpha, matrix, kGeneral, x, beta, y), "mv");
    }
  }

  int operation() const { return args.integer(kTranspose) != 0 ? kTransposed : kPlain; }

  const Arguments args;
  const Mkl& mkl;
  const MklRoutines<T>& routines = mkl.routines<T>();
  MklMatrix matrix = nullptr;
};

template <typename T, bool kMany> std::unique_ptr<Product> make(Arguments args) {
  return std::make_unique<SparseProduct<T, kMany>>(args, mkl());
}

} // namespace

const Maker kMkl[] = {{"mklMvF64", make<double, false>},
                      {"mklMvF32", make<float, false>},
                      {"mklMmF64", make<double, true>},
                      {"mklMmF32", make<float, true>},
                      {nullptr, nullptr}};

} // namespace spmv
