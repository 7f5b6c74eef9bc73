#include "mkl.h"

#include <unistd.h>

#include <string>

#include "library.h"

namespace spmv {
namespace {

constexpr int kLp64 = 0;      // MKL_INTERFACE_LP64
constexpr int kGnuThread = 3; // MKL_THREADING_GNU
constexpr const char* kFix =
    "Install Intel's MKL (Debian, non-free: libmkl-rt libmkl-gnu-thread), or add its folder to LD_LIBRARY_PATH.";

// MKL opens its layers itself, and ends the process where one is missing.
void requireLayers(void* symbol) {
  Dl_info info;
  if (dladdr(symbol, &info) == 0 || info.dli_fname == nullptr) throw Unavailable{"its folder is not known", kFix};
  const std::string file = info.dli_fname, folder = file.substr(0, file.rfind('/') + 1);
  const std::string ending = file.substr(file.find(".so", folder.size()));
  for (const char* layer : {"core", "intel_lp64", "gnu_thread", "def"}) {
    const std::string wanted = folder + "libmkl_" + layer;
    if (access((wanted + ending).c_str(), R_OK) != 0 && access((wanted + ".so").c_str(), R_OK) != 0)
      throw Unavailable{"there is no " + wanted + ending + " beside it", kFix};
  }
}

template <typename T> void findRoutines(void* library, char letter, MklRoutines<T>& routines) {
  const std::string sparse = std::string("mkl_sparse_") + letter;
  find(library, (sparse + "_create_csr").c_str(), routines.createCsr, kFix);
  find(library, (sparse + "_mv").c_str(), routines.mv, kFix);
  find(library, (sparse + "_mm").c_str(), routines.mm, kFix);
  find(library, (std::string("cblas_") + letter + "gemm").c_str(), routines.gemm, kFix);
}

Mkl open() {
  // Its threads are those of the loops here. It takes them from the names that all of the process can see.
  if (dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL) == nullptr) throw Unavailable{dlerror(), "Install libgomp1."};
  void* library = openLibrary({"libmkl_rt.so.2", "libmkl_rt.so.1", "libmkl_rt.so"}, kFix);
  int (*setInterface)(int);
  int (*setThreading)(int);
  void (*setDynamic)(int);
  Mkl found;
  find(library, "MKL_Set_Interface_Layer", setInterface, kFix);
  find(library, "MKL_Set_Threading_Layer", setThreading, kFix);
  find(library, "MKL_Set_Dynamic", setDynamic, kFix);
  find(library, "MKL_Set_Num_Threads_Local", found.setThreads, kFix);
  find(library, "mkl_sparse_set_mv_hint", found.setMvHint, kFix);
  find(library, "mkl_sparse_set_mm_hint", found.setMmHint, kFix);
  find(library, "mkl_sparse_optimize", found.optimize, kFix);
  find(library, "mkl_sparse_destroy", found.destroy, kFix);
  findRoutines(library, 'd', found.f64);
  findRoutines(library, 's', found.f32);
  requireLayers(reinterpret_cast<void*>(setInterface));
  if (setInterface(kLp64) != kLp64 || setThreading(kGnuThread) != kGnuThread)
    throw Unavailable{"it was opened before with other layers", "Do not use it otherwise in this process."};
  setDynamic(0);
  return found;
}

} // namespace

const Mkl& mkl() {
  static const Mkl opened = open();
  return opened;
}

} // namespace spmv
