#include "beside.h"

#include <algorithm>

namespace spmv {

namespace {

constexpr size_t kMostSides = 7;
constexpr unsigned kNonBlocking = 1;
constexpr unsigned kWithoutTime = 2;

} // namespace

Beside::~Beside() {
  const DriverApi& api = requireDriver();
  for (const Side& side : sides_) {
    if (side.done != nullptr) api.cuEventDestroy_v2(side.done);
    if (side.stream != nullptr) api.cuStreamDestroy_v2(side.stream);
  }
  if (before_ != nullptr) api.cuEventDestroy_v2(before_);
}

void Beside::begin() {
  const DriverApi& api = requireDriver();
  used_ = 0;
  if (before_ == nullptr) check(api.cuEventCreate(&before_, kWithoutTime), "creating an event");
  check(api.cuEventRecord(before_, main_), "recording an event");
}

CUstream Beside::next() {
  const DriverApi& api = requireDriver();
  const size_t s = used_ % kMostSides;
  if (s == sides_.size()) {
    sides_.emplace_back();
    check(api.cuStreamCreate(&sides_[s].stream, kNonBlocking), "creating a stream");
    check(api.cuEventCreate(&sides_[s].done, kWithoutTime), "creating an event");
  }
  if (used_ < kMostSides) check(api.cuStreamWaitEvent(sides_[s].stream, before_, 0), "making a stream wait");
  used_++;
  return sides_[s].stream;
}

void Beside::end() {
  const DriverApi& api = requireDriver();
  for (size_t s = 0; s < std::min(used_, kMostSides); s++) {
    check(api.cuEventRecord(sides_[s].done, sides_[s].stream), "recording an event");
    check(api.cuStreamWaitEvent(main_, sides_[s].done, 0), "making a stream wait");
  }
  used_ = 0;
}

} // namespace spmv
