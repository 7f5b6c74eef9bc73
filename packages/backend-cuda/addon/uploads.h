// Copies to the device on a stream of their own. A copy waits for what was enqueued up to the last use of the memory it
// fills and for nothing after it, so that it goes on beside later products.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "driver-api.h"

namespace spmv {

class Uploads {
public:
  Uploads() = default;
  // The context is current.
  ~Uploads();
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  // Number of what is about to be enqueued on the other stream.
  uint64_t next() { return ++enqueued_; }
  // Copies and waits for the copy. `products` is the other stream, `lastUse` the number of the last thing enqueued
  // there that used the memory, 0 where none has.
  void copy(CUstream products, CUdeviceptr to, const void* from, size_t bytes, uint64_t lastUse);

private:
  // An event after everything up to a number.
  struct Mark {
    uint64_t number;
    CUevent event;
  };

  void mark(CUstream products);

  CUstream stream_ = nullptr;
  uint64_t enqueued_ = 0;
  // Everything up to this number has ended.
  uint64_t ended_ = 0;
  // By number.
  std::deque<Mark> marks_;
  std::vector<CUevent> spare_;
};

} // namespace spmv
