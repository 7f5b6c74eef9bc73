// C <- alpha A B + beta C by the libraries that have cblas_dgemm and cblas_sgemm: OpenBLAS and MKL.
#include <cstdlib>

#include "library.h"
#include "mkl.h"
#include "product.h"

namespace spmv {
namespace {

constexpr int kRowMajor = 101, kAsItIs = 111, kTransposed = 112;

enum {
  kLeft,
  kRight,
  kOut,
  kM,
  kN,
  kK,
  kLeftTransposed,
  kRightTransposed,
  kLda,
  kLdb,
  kLdc,
  kBatch,
  kLeftStride,
  kRightStride,
  kOutStride,
  kThreads,
  kAlpha,
  kBeta
};

template <typename T> using Gemm = decltype(MklRoutines<T>::gemm);

/** What is called of OpenBLAS. */
struct Openblas {
  void (*setThreads)(int);
  int (*parallel)();
  Gemm<double> f64;
  Gemm<float> f32;

  template <typename T> Gemm<T> gemm() const {
    if constexpr (sizeof(T) == sizeof(double)) {
      return f64;
    } else {
      return f32;
    }
  }
};

constexpr const char* kFix = "Install OpenBLAS with threads (Debian: libopenblas0-pthread).";

/** Sets a variable of the environment for as long as it lives, unless the user did. */
struct Setting {
  Setting(const char* variable, const char* value) : name(variable), mine(std::getenv(variable) == nullptr) {
    if (mine) setenv(name, value, 1);
  }
  ~Setting() {
    if (mine) unsetenv(name);
  }
  const char* const name;
  const bool mine;
};

Openblas open() {
  // 2^21 cycles, about a millisecond, in place of 2^26: its threads look for work for so long after a product.
  const Setting look("OPENBLAS_THREAD_TIMEOUT", "21");
  void* library = openLibrary({"libopenblas.so.0", "libopenblas.so"}, kFix);
  Openblas found;
  find(library, "openblas_set_num_threads", found.setThreads, kFix);
  find(library, "openblas_get_parallel", found.parallel, kFix);
  find(library, "cblas_dgemm", found.f64, kFix);
  find(library, "cblas_sgemm", found.f32, kFix);
  return found;
}

const Openblas& openblas() {
  static const Openblas opened = open();
  return opened;
}

template <typename T> struct GemmProduct : Product {
  GemmProduct(Arguments given, Gemm<T> routine) : args(given), gemm(routine) {}

  void multiply() const {
    const T *left = args.address<const T>(kLeft), *right = args.address<const T>(kRight);
    T* out = args.address<T>(kOut);
    const auto transposition = [&](int at) { return args.integer(at) != 0 ? kTransposed : kAsItIs; };
    for (int32_t b = 0; b < args.integer(kBatch); b++) {
      gemm(kRowMajor, transposition(kLeftTransposed), transposition(kRightTransposed), args.integer(kM),
           args.integer(kN), args.integer(kK), static_cast<T>(args.number(kAlpha)), left, args.integer(kLda), right,
           args.integer(kLdb), static_cast<T>(args.number(kBeta)), out, args.integer(kLdc));
      left += args.whole(kLeftStride), right += args.whole(kRightStride), out += args.whole(kOutStride);
    }
  }

  const Arguments args;
  const Gemm<T> gemm;
};

template <typename T> struct OpenblasProduct : GemmProduct<T> {
  explicit OpenblasProduct(Arguments args) : GemmProduct<T>(args, openblas().gemm<T>()) {}
  void run() const override {
    openblas().setThreads(this->args.integer(kThreads));
    this->multiply();
  }
};

template <typename T> struct MklGemmProduct : GemmProduct<T> {
  explicit MklGemmProduct(Arguments args) : GemmProduct<T>(args, mkl().routines<T>().gemm) {}
  void run() const override {
    mkl().setThreads(this->args.integer(kThreads));
    this->multiply();
  }
};

template <typename P> std::unique_ptr<Product> make(Arguments args) { return std::make_unique<P>(args); }

/** A library built for one thread would be timed as if it had several. */
template <typename T> std::unique_ptr<Product> makeOpenblas(Arguments args) {
  if (args.integer(kThreads) > 1 && openblas().parallel() == 0)
    throw Unavailable{"the OpenBLAS that is installed has one thread", kFix};
  return make<OpenblasProduct<T>>(args);
}

} // namespace

const Maker kBlas[] = {{"openblasGemmF64", makeOpenblas<double>},
                       {"openblasGemmF32", makeOpenblas<float>},
                       {"mklGemmF64", make<MklGemmProduct<double>>},
                       {"mklGemmF32", make<MklGemmProduct<float>>},
                       {nullptr, nullptr}};

} // namespace spmv
