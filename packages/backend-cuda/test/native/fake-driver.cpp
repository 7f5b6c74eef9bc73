// A CUDA driver and a cuSPARSE without a GPU, for tests of the addon: device memory is the host's, kernels do nothing
// but the one named csr, everything happens when it is enqueued, objects are counted. An allocation of 2^40 + n bytes
// makes the n-th call after it fail, one of 2^41 + n the n-th allocation throw; free memory is how many objects of each
// kind are alive, five bits each. Waiting for a stream waits for the file that FAKE_HOLD names. What streams and events
// are for is written to the file that FAKE_LOG names.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

std::mutex guard;
std::map<std::string, int> alive;
std::atomic<int> calls{0};
std::atomic<int> failAt{0};
std::atomic<int> throwIn{0};
// What pools hold: see fake-pool.h.
size_t kept = 0;

int count(const char* kind, int by) {
  const std::lock_guard<std::mutex> lock(guard);
  alive[kind] += by;
  return 0;
}

// 999 (CUDA_ERROR_UNKNOWN) for the call that is to fail.
int call() { return ++calls == failAt ? 999 : 0; }

void* make(const char* kind) {
  count(kind, 1);
  return std::malloc(16);
}

int destroy(const char* kind, void* object) {
  if (object) count(kind, -1);
  std::free(object);
  return 0;
}

template <typename T> int makeInto(T** target, const char* kind) {
  if (const int result = call()) return result;
  *target = static_cast<T*>(make(kind));
  return 0;
}

// One line: what is done, with letters for streams and numbers for events in the order of their first lines.
void log(const char* what, const void* stream, const void* event = nullptr) {
  const char* path = std::getenv("FAKE_LOG");
  if (!path) return;
  static std::vector<const void*> streams, events;
  const auto place = [](std::vector<const void*>& seen, const void* one) {
    const auto found = std::find(seen.begin(), seen.end(), one);
    const auto at = found - seen.begin();
    if (found == seen.end()) seen.push_back(one);
    return static_cast<int>(at);
  };
  std::FILE* file = std::fopen(path, "a");
  std::fprintf(file, "%s %c", what, 'A' + place(streams, stream));
  if (event) std::fprintf(file, " %d", place(events, event));
  std::fprintf(file, "\n");
  std::fclose(file);
}

bool isHeld() {
  const char* path = std::getenv("FAKE_HOLD");
  return path && access(path, F_OK) != 0;
}

} // namespace

#include "fake-peers.h"

EXPORT int cuInit(unsigned) { return 0; }
EXPORT int cuDriverGetVersion(int* version) {
  *version = 13000;
  return 0;
}
EXPORT int cuGetErrorName(int result, const char** name) {
  *name = result == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_UNKNOWN";
  return 0;
}
EXPORT int cuGetErrorString(int, const char** text) {
  *text = "injected";
  return 0;
}
EXPORT int cuDeviceGetCount(int* n) {
  *n = 1;
  return 0;
}
EXPORT int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return 0;
}
EXPORT int cuDeviceGetName(char* name, int length, int) {
  std::snprintf(name, static_cast<size_t>(length), "a fake GPU");
  return 0;
}
EXPORT int cuDeviceGetAttribute(int* value, int which, int) {
  *value = which == 75   ? 9
           : which == 10 ? 32
           : which == 1  ? 1024
           : which == 97 ? 232448
           : which == 38 ? 1 << 20
           : which == 16 ? 4
                         : 2048;
  return 0;
}
EXPORT int cuDeviceTotalMem_v2(size_t* bytes, int) {
  *bytes = size_t(1) << 36;
  return 0;
}
EXPORT int cuDevicePrimaryCtxRetain(void** context, int device) {
  if (const int result = call()) return result;
  static char contexts[8];
  *context = &contexts[device % 8];
  return count("context", 1);
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int) { return count("context", -1); }
EXPORT int cuCtxSetCurrent(void*) { return 0; }
EXPORT int cuMemGetInfo_v2(size_t* available, size_t* total) {
  const std::lock_guard<std::mutex> lock(guard);
  size_t code = 0;
  for (const char* kind :
       {"context", "stream", "memory", "module", "event", "graph", "handle", "description", "locked", "pool"})
    code = code * 32 + static_cast<size_t>(alive[kind]);
  *available = code - kept;
  *total = code;
  return 0;
}
EXPORT int cuMemAlloc_v2(unsigned long long* address, size_t bytes) {
  if (bytes >> 40 == 1) {
    failAt = calls + static_cast<int>(bytes - (size_t(1) << 40));
    return 2;
  }
  if (bytes >> 40 == 2) {
    throwIn = static_cast<int>(bytes - (size_t(1) << 41));
    return 2;
  }
  if (throwIn > 0 && --throwIn == 0) throw std::bad_alloc();
  if (const int result = call()) return result;
  void* memory = bytes < size_t(1) << 31 ? std::calloc(1, bytes) : nullptr;
  if (!memory) return 2;
  *address = reinterpret_cast<unsigned long long>(memory);
  return count("memory", 1);
}
EXPORT int cuMemFree_v2(unsigned long long address) { return destroy("memory", reinterpret_cast<void*>(address)); }
#include "fake-pool.h"

EXPORT int cuMemcpyHtoDAsync_v2(unsigned long long to, const void* from, size_t bytes, void* stream) {
  log("copy", stream);
  if (const int result = call()) return result;
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return 0;
}
EXPORT int cuMemcpyDtoHAsync_v2(void* to, unsigned long long from, size_t bytes, void*) {
  if (const int result = call()) return result;
  std::memcpy(to, reinterpret_cast<void*>(from), bytes);
  return 0;
}
EXPORT int cuMemsetD8Async(unsigned long long to, unsigned char value, size_t bytes, void*) {
  if (const int result = call()) return result;
  std::memset(reinterpret_cast<void*>(to), value, bytes);
  return 0;
}
EXPORT int cuModuleLoadDataEx(void** module, const void*, unsigned, int*, void**) { return makeInto(module, "module"); }
EXPORT int cuModuleUnload(void* module) { return destroy("module", module); }
EXPORT int cuModuleGetFunction(void** function, void*, const char* name) {
  *function = std::strcmp(name, "csr") == 0 ? static_cast<void*>(&calls) : &alive;
  return call();
}
EXPORT int cuMemHostAlloc(void** address, size_t bytes, unsigned) {
  if (bytes >= size_t(1) << 31) return 2;
  if (const int result = call()) return result;
  *address = std::calloc(1, bytes);
  return count("locked", 1);
}
EXPORT int cuMemFreeHost(void* address) { return destroy("locked", address); }
EXPORT int cuModuleGetGlobal_v2(unsigned long long*, size_t*, void*, const char*) { return 500; }
EXPORT int cuFuncGetAttribute(int* value, int, void*) {
  *value = 0;
  return call();
}
EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int threads, size_t) {
  *blocks = threads < 64 ? 32 : 2048 / threads;
  return call();
}
EXPORT int cuFuncSetAttribute(void*, int, int) { return call(); }
namespace {

template <typename T> T argument(void** arguments, int at) { return *static_cast<T*>(arguments[at]); }

// y = alpha A x + beta y in CSR and f64.
void multiplyCsr(void** arguments) {
  const int* starts = argument<const int*>(arguments, 0);
  const int* columns = argument<const int*>(arguments, 1);
  const double* values = argument<const double*>(arguments, 2);
  const double* x = argument<const double*>(arguments, 3);
  double* y = argument<double*>(arguments, 4);
  const double alpha = argument<double>(arguments, 5);
  const double beta = argument<double>(arguments, 6);
  for (int i = 0; i < argument<int>(arguments, 7); i++) {
    double sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++) sum += values[k] * x[columns[k]];
    y[i] = alpha * sum + (beta == 0 ? 0 : beta * y[i]);
  }
}

} // namespace

EXPORT int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                          void* stream, void** arguments, void**) {
  log("launch", stream);
  const int result = call();
  if (result == 0 && function == &calls) multiplyCsr(arguments);
  return result;
}
EXPORT int cuStreamCreate(void** stream, unsigned) { return makeInto(stream, "stream"); }
EXPORT int cuStreamDestroy_v2(void* stream) { return destroy("stream", stream); }
EXPORT int cuStreamQuery(void*) { return isHeld() ? 600 : call(); }
EXPORT int cuStreamSynchronize(void*) {
  while (isHeld()) usleep(1000);
  return call();
}
EXPORT int cuStreamWaitEvent(void* stream, void* event, unsigned) {
  log("wait", stream, event);
  return call();
}
EXPORT int cuStreamBeginCapture_v2(void*, int) { return call(); }
EXPORT int cuStreamEndCapture(void*, void** graph) { return makeInto(graph, "graph"); }
EXPORT int cuGraphInstantiateWithFlags(void** executable, void*, unsigned long long) {
  return makeInto(executable, "graph");
}
EXPORT int cuGraphLaunch(void*, void* stream) {
  log("replay", stream);
  return call();
}
EXPORT int cuGraphExecDestroy(void* executable) { return destroy("graph", executable); }
EXPORT int cuGraphDestroy(void* graph) { return destroy("graph", graph); }
EXPORT int cuEventCreate(void** event, unsigned) { return makeInto(event, "event"); }
EXPORT int cuEventDestroy_v2(void* event) { return destroy("event", event); }
EXPORT int cuEventRecord(void* event, void* stream) {
  log("record", stream, event);
  return call();
}
EXPORT int cuEventSynchronize(void*) { return call(); }
EXPORT int cuEventElapsedTime(float* milliseconds, void*, void*) {
  *milliseconds = 1;
  return call();
}

// A routine of as many arguments as the addon passes: it writes what it was given to the address in its second one.
EXPORT int cublasCreate_v2(void** handle) { return makeInto(handle, "handle"); }
EXPORT int cublasDestroy_v2(void* handle) { return destroy("handle", handle); }
EXPORT int cublasSetStream_v2(void*, void*) { return call(); }
EXPORT int fakeSetMode(void* handle, int mode) { return handle == nullptr || mode != 3 ? 7 : call(); }
EXPORT int fakeRoutine(void* handle, double* to, const double* scalar, int small, int64_t large, int64_t a, int64_t b,
                       int64_t c, int64_t d, const float* last) {
  if (handle == nullptr) return 1;
  to[0] = *scalar;
  to[1] = small;
  to[2] = static_cast<double>(large);
  to[3] = static_cast<double>(a + b + c + d);
  to[4] = *reinterpret_cast<const double*>(last);
  return call();
}
EXPORT int fakeFailure(void*) { return 13; }
// Writes all of the memory that it is given to work in.
EXPORT int fakeWorkspace(size_t bytes, void* workspace, double* to) {
  std::memset(workspace, 1, bytes);
  *to = static_cast<double>(bytes);
  return call();
}
EXPORT int cusparseCreate(void** handle) { return makeInto(handle, "handle"); }
EXPORT int cusparseDestroy(void* handle) { return destroy("handle", handle); }
EXPORT int cusparseSetStream(void*, void*) { return call(); }
EXPORT int cusparseDestroySpMat(void* matrix) { return destroy("description", matrix); }
EXPORT int cusparseCreateDnVec(void** vector, int64_t, void*, int) { return makeInto(vector, "description"); }
EXPORT int cusparseDestroyDnVec(void* vector) { return destroy("description", vector); }
EXPORT int cusparseDnVecSetValues(void*, void*) { return call(); }
EXPORT int cusparseSpMV_bufferSize(void*, int, const void*, void*, void*, const void*, void*, int, int algorithm,
                                   size_t* bytes) {
  // The status of what is not supported.
  if (algorithm == 99) return 10;
  *bytes = 64;
  return call();
}
