// y <- alpha A x + beta y by librsb, which keeps a copy of the matrix as recursive sparse blocks.
#include "library.h"
#include "product.h"

namespace spmv {
namespace {

// Of rsb.h and rsb_types.h, version 1.
constexpr int kNoTransposition = 0x4E, kNoFlags = 0, kExecutingThreads = 0x000009;
constexpr const char* kFix = "Install librsb (Debian: librsb0).";

/** What is called of it. */
struct Rsb {
  int (*init)(void*);
  int (*setOption)(int option, const void* value);
  int (*describe)(int status, char* text, size_t length);
  void* (*fromCsr)(const void* values, const int32_t* rowStart, const int32_t* colIndex, int32_t entries, char type,
                   int32_t rows, int32_t cols, int32_t blockRows, int32_t blockCols, int flags, int* status);
  void* (*free)(void* matrix);
  int (*spmv)(int transposition, const void* alpha, const void* matrix, const void* x, int32_t incX, const void* beta,
              void* y, int32_t incY);

  void check(int status, const char* routine) const {
    if (status == 0) return;
    char text[256] = "";
    describe(status, text, sizeof text);
    throw Failed{std::string(routine) + " of librsb: " + text};
  }
};

Rsb open() {
  void* library = openLibrary({"librsb.so.0", "librsb.so"}, kFix);
  Rsb found;
  find(library, "rsb_lib_init", found.init, kFix);
  find(library, "rsb_lib_set_opt", found.setOption, kFix);
  find(library, "rsb_strerror_r", found.describe, kFix);
  find(library, "rsb_mtx_alloc_from_csr_const", found.fromCsr, kFix);
  find(library, "rsb_mtx_free", found.free, kFix);
  find(library, "rsb_spmv", found.spmv, kFix);
  if (found.init(nullptr) != 0) throw Unavailable{"rsb_lib_init fails", kFix};
  return found;
}

const Rsb& rsb() {
  static const Rsb opened = open();
  return opened;
}

enum { kRowStart, kColIndex, kValues, kX, kY, kRows, kCols, kThreads, kAlpha, kBeta };

template <typename T> struct RsbProduct : Product {
  // Its blocks are as many as its threads want: they are set first.
  explicit RsbProduct(Arguments given) : args(given), library(rsb()) {
    setThreads();
    const int32_t rows = args.integer(kRows);
    const int32_t* rowStart = args.address<const int32_t>(kRowStart);
    int status = 0;
    matrix = library.fromCsr(args.address<const T>(kValues), rowStart, args.address<const int32_t>(kColIndex),
                             rowStart[rows], sizeof(T) == sizeof(double) ? 'D' : 'S', rows, args.integer(kCols), 1, 1,
                             kNoFlags, &status);
    library.check(status, "rsb_mtx_alloc_from_csr_const");
    if (matrix == nullptr) throw Failed{"librsb makes no matrix of this one"};
  }

  ~RsbProduct() override { library.free(matrix); }

  void setThreads() const {
    const int threads = args.integer(kThreads);
    library.check(library.setOption(kExecutingThreads, &threads), "rsb_lib_set_opt");
  }

  void run() const override {
    const T alpha = static_cast<T>(args.number(kAlpha)), beta = static_cast<T>(args.number(kBeta));
    setThreads();
    library.check(
        library.spmv(kNoTransposition, &alpha, matrix, args.address<const T>(kX), 1, &beta, args.address<T>(kY), 1),
        "rsb_spmv");
  }

  const Arguments args;
  const Rsb& library;
  void* matrix = nullptr;
};

template <typename T> std::unique_ptr<Product> make(Arguments args) { return std::make_unique<RsbProduct<T>>(args); }

} // namespace

const Maker kRsb[] = {{"rsbMvF64", make<double>}, {"rsbMvF32", make<float>}, {nullptr, nullptr}};

} // namespace spmv
