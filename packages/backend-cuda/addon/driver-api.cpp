#include "driver-api.h"

#include <dlfcn.h>

#include <cstdlib>

namespace spmv {

namespace {

struct Entry {
  const char* name;
  size_t offset;
  bool required = true;
};

#define ENTRY(name) \
  { \
#name, offsetof(DriverApi, name) \
  }
#define OPTIONAL(name) \
  { \
#name, offsetof(DriverApi, name), false \
  }
constexpr Entry kEntries[] = {
    ENTRY(cuInit),
    ENTRY(cuDriverGetVersion),
    ENTRY(cuGetErrorName),
    ENTRY(cuGetErrorString),
    ENTRY(cuDeviceGetCount),
    ENTRY(cuDeviceGet),
    ENTRY(cuDeviceGetName),
    ENTRY(cuDeviceGetAttribute),
    ENTRY(cuDeviceTotalMem_v2),
    ENTRY(cuDevicePrimaryCtxRetain),
    ENTRY(cuDevicePrimaryCtxRelease_v2),
    ENTRY(cuCtxSetCurrent),
    ENTRY(cuMemGetInfo_v2),
    ENTRY(cuMemAlloc_v2),
    ENTRY(cuMemFree_v2),
    OPTIONAL(cuMemPoolCreate),
    OPTIONAL(cuMemPoolDestroy),
    OPTIONAL(cuMemPoolSetAttribute),
    OPTIONAL(cuMemPoolGetAttribute),
    OPTIONAL(cuMemPoolTrimTo),
    OPTIONAL(cuMemFreeAsync),
    OPTIONAL(cuMemAllocFromPoolAsync),
    ENTRY(cuMemcpyHtoDAsync_v2),
    ENTRY(cuMemcpyDtoHAsync_v2),
    ENTRY(cuMemHostAlloc),
    ENTRY(cuMemFreeHost),
    ENTRY(cuMemcpyDtoDAsync_v2),
    ENTRY(cuMemcpyPeerAsync),
    ENTRY(cuDeviceCanAccessPeer),
    ENTRY(cuCtxEnablePeerAccess),
    ENTRY(cuMemsetD8Async),
    ENTRY(cuModuleLoadDataEx),
    ENTRY(cuModuleUnload),
    ENTRY(cuModuleGetFunction),
    ENTRY(cuModuleGetGlobal_v2),
    ENTRY(cuFuncGetAttribute),
    ENTRY(cuFuncSetAttribute),
    ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor),
    ENTRY(cuLaunchKernel),
    OPTIONAL(cuLaunchKernelEx),
    ENTRY(cuStreamCreate),
    ENTRY(cuStreamDestroy_v2),
    ENTRY(cuStreamQuery),
    ENTRY(cuStreamSynchronize),
    ENTRY(cuStreamWaitEvent),
    ENTRY(cuStreamBeginCapture_v2),
    ENTRY(cuStreamEndCapture),
    ENTRY(cuGraphInstantiateWithFlags),
    ENTRY(cuGraphLaunch),
    ENTRY(cuGraphExecDestroy),
    ENTRY(cuGraphDestroy),
    ENTRY(cuEventCreate),
    ENTRY(cuEventDestroy_v2),
    ENTRY(cuEventRecord),
    ENTRY(cuEventSynchronize),
    ENTRY(cuEventElapsedTime),
};
#undef ENTRY
#undef OPTIONAL

struct Opened {
  DriverApi api{};
  bool usable = false;
  std::string reason;

  Opened() {
    const char* names[] = {"libcuda.so.1", "libcuda.so", nullptr};
    void* library = openLibrary(names, &reason);
    if (!library) return;
    for (const Entry& entry : kEntries) {
      void* address = findSymbol(library, entry.name);
      if (!address && entry.required) {
        reason = std::string("libcuda.so.1 has no ") + entry.name;
        return;
      }
      *reinterpret_cast<void**>(reinterpret_cast<char*>(&api) + entry.offset) = address;
    }
    const CUresult result = api.cuInit(0);
    if (result != 0) {
      const char* name = nullptr;
      api.cuGetErrorName(result, &name);
      reason = std::string("cuInit answers ") + (name ? name : "an unknown error");
      return;
    }
    usable = true;
  }
};

const Opened& opened() {
  static const Opened value; // The driver cannot be closed again; opening it changes nothing others see.
  return value;
}

} // namespace

const DriverApi* driver(std::string* reason) {
  const Opened& value = opened();
  if (!value.usable && reason) *reason = value.reason;
  return value.usable ? &value.api : nullptr;
}

const DriverApi& requireDriver() {
  const Opened& value = opened();
  if (!value.usable) throw CudaError("CUDA_ERROR_NO_DRIVER: opening the CUDA driver: " + value.reason);
  return value.api;
}

void check(CUresult result, const std::string& what) {
  if (result == 0) return;
  const DriverApi& api = requireDriver();
  const char* name = nullptr;
  const char* text = nullptr;
  api.cuGetErrorName(result, &name);
  api.cuGetErrorString(result, &text);
  throw CudaError(std::string(name ? name : "CUDA_ERROR_UNKNOWN") + ": " + what + ": " +
                  (text ? text : "no description"));
}

void* openLibrary(const char* const* names, std::string* reason) {
  std::string folders[4] = {"", "", "", "/usr/local/cuda/lib64/"};
  if (const char* path = std::getenv("CUDA_PATH")) folders[1] = std::string(path) + "/lib64/";
  if (const char* path = std::getenv("CUDA_HOME")) folders[2] = std::string(path) + "/lib64/";
  for (int f = 0; f < 4; f++) {
    if (f > 0 && folders[f].empty()) continue;
    for (const char* const* name = names; *name; name++) {
      if (void* library = dlopen((folders[f] + *name).c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
      if (f == 0 && name == names && reason) *reason = dlerror();
    }
  }
  return nullptr;
}

void* findSymbol(void* library, const char* symbol) { return dlsym(library, symbol); }

} // namespace spmv
