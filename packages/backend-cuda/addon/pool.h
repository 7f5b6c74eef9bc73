// Device memory that is taken and given back in the order of a stream: nobody waits for the device, and what was given
// back is taken again without the operating system.
#pragma once

#include <cstddef>
#include <memory>

#include "driver-api.h"

namespace spmv {

class Pool {
public:
  // Null where the driver or the device has none.
  static std::unique_ptr<Pool> create(CUdevice device, CUstream stream);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // After what was enqueued on the stream; there for what is enqueued from now on. The driver's result.
  CUresult take(CUdeviceptr* address, size_t bytes) const;
  // What is enqueued may still use it.
  void giveBack(CUdeviceptr address) const;
  // Bytes that it holds and nobody uses.
  size_t unused() const;
  // Gives those back to the device, after all that is enqueued.
  void trim() const;

private:
  Pool(CUmemoryPool pool, CUstream stream) : pool_(pool), stream_(stream) {}

  CUmemoryPool pool_;
  CUstream stream_;
};

} // namespace spmv
