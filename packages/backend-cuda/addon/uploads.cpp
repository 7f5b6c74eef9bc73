#include "uploads.h"

#include <algorithm>

namespace spmv {

namespace {

// Without the oldest of more marks than this a copy may wait for a little more than it has to.
constexpr size_t kMostMarks = 16;

} // namespace

Uploads::~Uploads() {
  // There may be no driver at all.
  if (!stream_ && spare_.empty() && marks_.empty()) return;
  const DriverApi& api = requireDriver();
  for (const Mark& mark : marks_) api.cuEventDestroy_v2(mark.event);
  for (const CUevent event : spare_) api.cuEventDestroy_v2(event);
  if (stream_) api.cuStreamDestroy_v2(stream_);
}

void Uploads::mark(CUstream products) {
  if (enqueued_ == (marks_.empty() ? ended_ : marks_.back().number)) return;
  const DriverApi& api = requireDriver();
  // Room for all: no event is lost where there is no memory for its place.
  spare_.reserve(kMostMarks + 1);
  if (marks_.size() == kMostMarks) {
    spare_.push_back(marks_.front().event);
    marks_.pop_front();
  }
  if (spare_.empty()) {
    constexpr unsigned kWithoutTime = 2;
    CUevent event = nullptr;
    check(api.cuEventCreate(&event, kWithoutTime), "creating an event");
    spare_.push_back(event);
  }
  check(api.cuEventRecord(spare_.back(), products), "recording an event");
  marks_.push_back({enqueued_, spare_.back()});
  spare_.pop_back();
}

void Uploads::copy(CUstream products, CUdeviceptr to, const void* from, size_t bytes, uint64_t lastUse) {
  const DriverApi& api = requireDriver();
  constexpr unsigned kNonBlocking = 1;
  if (!stream_) check(api.cuStreamCreate(&stream_, kNonBlocking), "creating a stream for copies");
  // Now, before later products are enqueued: the next copy may only have to wait for those so far.
  mark(products);
  uint64_t waited = ended_;
  if (lastUse > ended_) {
    const auto found =
        std::find_if(marks_.begin(), marks_.end(), [&](const Mark& mark) { return mark.number >= lastUse; });
    check(api.cuStreamWaitEvent(stream_, found->event, 0), "making a copy wait for a product");
    waited = found->number;
  }
  check(api.cuMemcpyHtoDAsync_v2(to, from, bytes, stream_), "copying to the device");
  check(api.cuStreamSynchronize(stream_), "copying to the device");
  ended_ = waited;
  while (!marks_.empty() && marks_.front().number <= ended_) {
    spare_.push_back(marks_.front().event);
    marks_.pop_front();
  }
}

} // namespace spmv
