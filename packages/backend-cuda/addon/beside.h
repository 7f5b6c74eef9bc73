// Streams beside that of products, for launches that need nothing of one another.
#pragma once

#include <vector>

#include "driver-api.h"

namespace spmv {

// Its context is current in all of this. Streams are made when they are first needed.
class Beside {
public:
  explicit Beside(CUstream main) : main_(main) {}
  ~Beside();
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  // What goes beside comes after all that has been enqueued so far.
  void begin();
  // The stream of the next launch beside.
  CUstream next();
  // What is enqueued from now on comes after all of it.
  void end();

private:
  struct Side {
    CUstream stream = nullptr;
    CUevent done = nullptr;
  };

  CUstream main_;
  CUevent before_ = nullptr;
  std::vector<Side> sides_;
  size_t used_ = 0;
};

} // namespace spmv
