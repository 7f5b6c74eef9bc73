// cuSPARSE's SpMV, where the machine has the library: offered to compare with.
#include "javascript.h"

namespace spmv {

void* findCusparse(std::string* reason) {
  const char* const names[] = {"libcusparse.so.12", "libcusparse.so.13", "libcusparse.so.11", "libcusparse.so",
                               nullptr};
  return openLibrary(names, reason);
}

namespace {

using Handle = struct cusparseContext*;
using MatrixDescription = struct cusparseSpMatDescr*;
using VectorDescription = struct cusparseDnVecDescr*;

// Numbers of the library's enumerations.
constexpr int kNonTranspose = 0;
constexpr int kTranspose = 1;
constexpr int kIndex32 = 2;
constexpr int kZeroBased = 0;
constexpr int kReal32 = 0;
constexpr int kReal64 = 1;

using SpmvCall = int (*)(Handle, int, const void*, MatrixDescription, VectorDescription, const void*, VectorDescription,
                         int, int, void*);

struct Cusparse {
  int (*cusparseCreate)(Handle*);
  int (*cusparseDestroy)(Handle);
  int (*cusparseSetStream)(Handle, CUstream);
  const char* (*cusparseGetErrorName)(int);
  int (*cusparseCreateCsr)(MatrixDescription*, int64_t, int64_t, int64_t, void*, void*, void*, int, int, int, int);
  int (*cusparseCreateSlicedEll)(MatrixDescription*, int64_t, int64_t, int64_t, int64_t, int64_t, void*, void*, void*,
                                 int, int, int, int);
  int (*cusparseDestroySpMat)(MatrixDescription);
  int (*cusparseCreateDnVec)(VectorDescription*, int64_t, void*, int);
  int (*cusparseDestroyDnVec)(VectorDescription);
  int (*cusparseDnVecSetValues)(VectorDescription, void*);
  int (*cusparseSpMV_bufferSize)(Handle, int, const void*, MatrixDescription, VectorDescription, const void*,
                                 VectorDescription, int, int, size_t*);
  SpmvCall cusparseSpMV_preprocess;
  SpmvCall cusparseSpMV;
};

Cusparse openCusparse() {
  std::string reason;
  void* library = findCusparse(&reason);
  if (!library) throw CudaError("CUSPARSE_MISSING: opening cuSPARSE: " + reason);
  Cusparse api{};
  const auto find = [&](auto& function, const char* name, bool required = true) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(findSymbol(library, name));
    if (!function && required) throw CudaError(std::string("CUSPARSE_MISSING: opening cuSPARSE: it has no ") + name);
  };
  find(api.cusparseCreate, "cusparseCreate");
  find(api.cusparseDestroy, "cusparseDestroy");
  find(api.cusparseSetStream, "cusparseSetStream");
  find(api.cusparseGetErrorName, "cusparseGetErrorName");
  find(api.cusparseCreateCsr, "cusparseCreateCsr");
  find(api.cusparseCreateSlicedEll, "cusparseCreateSlicedEll", false);
  find(api.cusparseDestroySpMat, "cusparseDestroySpMat");
  find(api.cusparseCreateDnVec, "cusparseCreateDnVec");
  find(api.cusparseDestroyDnVec, "cusparseDestroyDnVec");
  find(api.cusparseDnVecSetValues, "cusparseDnVecSetValues");
  find(api.cusparseSpMV_bufferSize, "cusparseSpMV_bufferSize");
  find(api.cusparseSpMV_preprocess, "cusparseSpMV_preprocess", false);
  find(api.cusparseSpMV, "cusparseSpMV");
  return api;
}

// The library's objects, destroyed with this: also those that were made when making another failed.
struct Handles {
  explicit Handles(const Cusparse& library) : api(library) {}
  ~Handles() {
    if (y) api.cusparseDestroyDnVec(y);
    if (x) api.cusparseDestroyDnVec(x);
    if (matrix) api.cusparseDestroySpMat(matrix);
    if (handle) api.cusparseDestroy(handle);
  }
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;

  Cusparse api;
  Handle handle = nullptr;
  MatrixDescription matrix = nullptr;
  VectorDescription x = nullptr;
  VectorDescription y = nullptr;
};

struct Arrays {
  std::shared_ptr<Memory> starts, columns, values;
};

class CusparseProduct final : public Product {
public:
  CusparseProduct(std::shared_ptr<Context> context, const Napi::Object& from, Arrays arrays)
      : context_(std::move(context)), arrays_(std::move(arrays)), library_(openCusparse()) {
    const auto number = [&](const char* name) { return from.Get(name).As<Napi::Number>().Int64Value(); };
    const int64_t rows = number("rows"), cols = number("cols"), nnz = number("nnz");
    single_ = from.Get("single").As<Napi::Boolean>().Value();
    type_ = single_ ? kReal32 : kReal64;
    algorithm_ = static_cast<int>(number("algorithm"));
    const bool transpose = from.Get("transpose").As<Napi::Boolean>().Value();
    operation_ = transpose ? kTranspose : kNonTranspose;
    xPlace_ = static_cast<size_t>(number("x"));
    yPlace_ = static_cast<size_t>(number("y"));
    alphaPlace_ = static_cast<size_t>(number("alpha"));
    betaPlace_ = static_cast<size_t>(number("beta"));
    context_->enter();
    require(library_.api.cusparseCreate(&library_.handle), "creating a handle");
    require(library_.api.cusparseSetStream(library_.handle, context_->stream()), "setting the stream");
    void* starts = pointer(arrays_.starts);
    void* columns = pointer(arrays_.columns);
    void* values = pointer(arrays_.values);
    const int64_t sliceRows = number("sliceRows");
    if (sliceRows > 0) {
      if (!library_.api.cusparseCreateSlicedEll)
        throw CudaError("CUSPARSE_MISSING: opening cuSPARSE: it has no cusparseCreateSlicedEll");
      require(library_.api.cusparseCreateSlicedEll(&library_.matrix, rows, cols, nnz, number("slots"), sliceRows,
                                                   starts, columns, values, kIndex32, kIndex32, kZeroBased, type_),
              "describing the matrix");
    } else {
      require(library_.api.cusparseCreateCsr(&library_.matrix, rows, cols, nnz, starts, columns, values, kIndex32,
                                             kIndex32, kZeroBased, type_),
              "describing the matrix");
    }
    // The vectors' addresses are set for each product; these are only not null.
    require(library_.api.cusparseCreateDnVec(&library_.x, transpose ? rows : cols, values, type_), "describing x");
    require(library_.api.cusparseCreateDnVec(&library_.y, transpose ? cols : rows, values, type_), "describing y");
    size_t bytes = 0;
    const Numbers numbers(1, 0, single_);
    require(library_.api.cusparseSpMV_bufferSize(library_.handle, operation_, numbers.alpha(), library_.matrix,
                                                 library_.x, numbers.beta(), library_.y, type_, algorithm_, &bytes),
            "asking for the buffer's size");
    buffer_ = std::make_unique<Memory>(context_, bytes, "cuSPARSE's buffer");
    if (from.Get("preprocess").As<Napi::Boolean>().Value() && library_.api.cusparseSpMV_preprocess) {
      require(call(library_.api.cusparseSpMV_preprocess, numbers), "preprocessing");
      check(requireDriver().cuStreamSynchronize(context_->stream()), "preprocessing");
    }
  }

  void enqueue(const Operands& operands) override {
    const CUdeviceptr x = operands.buffers[xPlace_];
    const CUdeviceptr y = operands.buffers[yPlace_];
    if (x != xAddress_)
      require(library_.api.cusparseDnVecSetValues(library_.x, reinterpret_cast<void*>(x)), "setting x");
    if (y != yAddress_)
      require(library_.api.cusparseDnVecSetValues(library_.y, reinterpret_cast<void*>(y)), "setting y");
    xAddress_ = x;
    yAddress_ = y;
    require(
        call(library_.api.cusparseSpMV, Numbers(operands.scalars[alphaPlace_], operands.scalars[betaPlace_], single_)),
        "multiplying");
  }

private:
  // alpha and beta in the type the library reads.
  struct Numbers {
    Numbers(double alpha, double beta, bool single)
        : single(single), f64{alpha, beta}, f32{static_cast<float>(alpha), static_cast<float>(beta)} {}
    const void* alpha() const { return single ? static_cast<const void*>(&f32[0]) : &f64[0]; }
    const void* beta() const { return single ? static_cast<const void*>(&f32[1]) : &f64[1]; }
    bool single;
    double f64[2];
    float f32[2];
  };

  static void* pointer(const std::shared_ptr<Memory>& memory) { return reinterpret_cast<void*>(memory->address()); }

  int call(SpmvCall function, const Numbers& numbers) {
    return function(library_.handle, operation_, numbers.alpha(), library_.matrix, library_.x, numbers.beta(),
                    library_.y, type_, algorithm_, reinterpret_cast<void*>(buffer_->address()));
  }

  void require(int status, const char* what) const {
    if (status != 0)
      throw CudaError(std::string(library_.api.cusparseGetErrorName(status)) + ": cuSPARSE, " + what +
                      ": see the library's manual");
  }

  std::shared_ptr<Context> context_;
  Arrays arrays_;
  Handles library_;
  bool single_ = false;
  int type_ = kReal64;
  int algorithm_ = 0;
  int operation_ = kNonTranspose;
  // Places among the operands.
  size_t xPlace_ = 0, yPlace_ = 0, alphaPlace_ = 0, betaPlace_ = 0;
  CUdeviceptr xAddress_ = 0;
  CUdeviceptr yAddress_ = 0;
  std::unique_ptr<Memory> buffer_;
};

} // namespace

std::shared_ptr<Bound> createCusparse(const Napi::Env& env, std::shared_ptr<Context> context,
                                      const Napi::Object& description) {
  const auto memory = [&](const char* name) { return unwrap<Buffer>(description.Get(name))->memory(env); };
  auto bound = std::make_shared<Bound>();
  bound->context = context;
  bound->product = std::make_unique<CusparseProduct>(std::move(context), description,
                                                     Arrays{memory("starts"), memory("columns"), memory("values")});
  return bound;
}

} // namespace spmv
