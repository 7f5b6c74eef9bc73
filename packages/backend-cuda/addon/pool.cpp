#include "pool.h"

#include <algorithm>

namespace spmv {

namespace {

// Numbers of CUmemPool_attribute.
constexpr int kReleaseThreshold = 4;
constexpr int kReserved = 5;
constexpr int kUsed = 7;

// CUmemPoolProps: memory of one device that no other process is given.
struct PoolProperties {
  int kind = 1;
  int handles = 0;
  int place = 1;
  int device = 0;
  char rest[72] = {};
};

// What is kept of a device's memory while nobody uses it: a part of this many.
constexpr size_t kKept = 4;

uint64_t attribute(CUmemoryPool pool, int which) {
  uint64_t value = 0;
  check(requireDriver().cuMemPoolGetAttribute(pool, which, &value), "reading how much memory a pool has");
  return value;
}

} // namespace

std::unique_ptr<Pool> Pool::create(CUdevice device, CUstream stream) {
  const DriverApi& api = requireDriver();
  int supported = 0;
  if (!api.cuMemAllocFromPoolAsync || api.cuDeviceGetAttribute(&supported, kMemoryPools, device) != 0 || !supported)
    return nullptr;
  size_t total = 0;
  check(api.cuDeviceTotalMem_v2(&total, device), "reading the size of the device's memory");
  PoolProperties properties;
  properties.device = device;
  CUmemoryPool pool = nullptr;
  if (api.cuMemPoolCreate(&pool, &properties) != 0) return nullptr;
  std::unique_ptr<Pool> made(new Pool(pool, stream));
  uint64_t kept = total / kKept;
  check(api.cuMemPoolSetAttribute(pool, kReleaseThreshold, &kept), "setting what a memory pool keeps");
  return made;
}

Pool::~Pool() { requireDriver().cuMemPoolDestroy(pool_); }

CUresult Pool::take(CUdeviceptr* address, size_t bytes) const {
  return requireDriver().cuMemAllocFromPoolAsync(address, bytes, pool_, stream_);
}

void Pool::giveBack(CUdeviceptr address) const { requireDriver().cuMemFreeAsync(address, stream_); }

size_t Pool::unused() const {
  const uint64_t reserved = attribute(pool_, kReserved);
  return static_cast<size_t>(reserved - std::min(reserved, attribute(pool_, kUsed)));
}

void Pool::trim() const {
  const DriverApi& api = requireDriver();
  check(api.cuStreamSynchronize(stream_), "waiting for the device");
  check(api.cuMemPoolTrimTo(pool_, 0), "giving memory back");
}

} // namespace spmv
