// Memory, launches and their times on the device.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <cuda_runtime.h>

#define CUDA(call) \
  do { \
    const cudaError_t status_ = (call); \
    if (status_ != cudaSuccess) { \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status_)); \
      std::exit(2); \
    } \
  } while (0)

/** An array from the device's pool; never of no bytes, since kernels may be given its address. */
template <typename T> T* allocate(size_t length) {
  void* address = nullptr;
  CUDA(cudaMallocAsync(&address, std::max<size_t>(length, 1) * sizeof(T), 0));
  return static_cast<T*>(address);
}
template <typename T> void release(T*& address) {
  if (address != nullptr) CUDA(cudaFreeAsync(const_cast<std::remove_const_t<T>*>(address), 0));
  address = nullptr;
}
template <typename T> T* upload(const std::vector<T>& host) {
  T* const to = allocate<T>(host.size());
  CUDA(cudaMemcpy(to, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return to;
}
template <typename T> std::vector<T> download(const T* from, size_t length) {
  std::vector<T> host(length);
  CUDA(cudaMemcpy(host.data(), from, length * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

/** Bytes of the pool in use at most since it was last set back, or now. */
inline uint64_t poolBytes(cudaMemPoolAttr attribute) {
  cudaMemPool_t pool;
  uint64_t bytes = 0;
  CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
  CUDA(cudaMemPoolGetAttribute(pool, attribute, &bytes));
  return bytes;
}
inline void setBackPool() {
  cudaMemPool_t pool;
  uint64_t zero = 0;
  CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
  CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
}
/** What is given back stays in the pool, as everybody's does who times allocations. */
inline void keepPool() {
  cudaMemPool_t pool;
  uint64_t all = UINT64_MAX;
  CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
  CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
}

struct Timer {
  cudaEvent_t begin, end;
  Timer() {
    CUDA(cudaEventCreate(&begin));
    CUDA(cudaEventCreate(&end));
  }
  ~Timer() {
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
  }
  template <typename F> double ms(F&& f) {
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaEventRecord(begin));
    f();
    CUDA(cudaEventRecord(end));
    CUDA(cudaEventSynchronize(end));
    float time;
    CUDA(cudaEventElapsedTime(&time, begin, end));
    return time;
  }
};

/** With `on`, launches are waited for and their times kept by name. */
struct Steps {
  bool on = false;
  std::vector<std::pair<std::string, double>> times;
  /** Where launches go: 0 is the stream of everything else. */
  cudaStream_t stream = 0;
};

/** Launches that need nothing of one another, each on a stream of its own: after what was enqueued, before what
 * follows. */
class Beside {
public:
  explicit Beside(Steps& steps) : steps_(steps) { CUDA(cudaEventRecord(all().before, 0)); }
  /** The launches from here on to the next call are beside the others. */
  void next() {
    if (steps_.on) return;
    steps_.stream = all().streams[used_ % kStreams];
    if (used_++ < kStreams) CUDA(cudaStreamWaitEvent(steps_.stream, all().before, 0));
  }
  ~Beside() {
    for (int s = 0; s < std::min(used_, kStreams); s++) {
      CUDA(cudaEventRecord(all().after[s], all().streams[s]));
      CUDA(cudaStreamWaitEvent(0, all().after[s], 0));
    }
    steps_.stream = 0;
  }

private:
  static constexpr int kStreams = 8;
  struct All {
    cudaStream_t streams[kStreams];
    cudaEvent_t before, after[kStreams];
    All() {
      CUDA(cudaEventCreateWithFlags(&before, cudaEventDisableTiming));
      for (int s = 0; s < kStreams; s++) {
        CUDA(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
        CUDA(cudaEventCreateWithFlags(&after[s], cudaEventDisableTiming));
      }
    }
  };
  static All& all() {
    static All one;
    return one;
  }
  Steps& steps_;
  int used_ = 0;
};

/** Launches a kernel, `shared` bytes a block; nothing where there are no blocks. */
template <typename... P, typename... A>
void launch(Steps& steps, const char* name, void (*kernel)(P...), size_t blocks, int threads, size_t shared,
            A... arguments) {
  if (blocks == 0) return;
  if (blocks > 0x7fffffff) {
    std::fprintf(stderr, "%s: %zu blocks\n", name, blocks);
    std::exit(2);
  }
  // Besides what kernels have of their own.
  if (shared > 40 << 10)
    CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  const auto go = [&] {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared;
    config.stream = steps.stream;
    CUDA(cudaLaunchKernelEx(&config, kernel, static_cast<P>(arguments)...));
  };
  if (!steps.on) return go();
  Timer timer;
  steps.times.emplace_back(std::string(name) + " x " + std::to_string(blocks), timer.ms(go));
}
